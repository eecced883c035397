// Package mcpclient is the wire: it starts a server's process, speaks MCP with
// it over stdio in either era, and gives every elicitation to an [Answerer].
//
// It keeps the exact bytes: of every frame, of the arguments sent, of the
// schemas and results received. It never draws, never reads a schema's meaning
// (that is package forms) and never answers for a person.
//
// Start reading at [Connect], then [Session.Call].
package mcpclient
