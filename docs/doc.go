// Package docs holds the documents and their tests: the first minute of a
// person with the program, and that the pictures show what it draws. Pictures
// are made from the scripts in demos, by
//
//	make pictures
package docs
