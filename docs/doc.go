// Package docs holds the documents, and the test that walks through what their
// pictures show. The pictures are made again with
//
//	go test ./docs -update-pictures
package docs
