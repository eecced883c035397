// Package mcpclient is the wire: it starts a server's process, speaks MCP with
// it over stdio in either era, and gives every elicitation to an [Answerer].
//
// It keeps the exact bytes: of every frame, of the arguments sent, of the
// schemas and results received. It never draws, never reads a schema's meaning
// (that is package forms) and never answers for a person.
//
// Three layers lie on each other. A process owns the pipes, stderr and the end
// of the process group; a frameReader cuts its stdout into messages. A wire is
// the transport of the SDK's session: the SDK negotiates, numbers requests,
// matches answers and cancels, while params and results pass it by in their own
// bytes. A [Session] drives what may elicit: legacy questions as they come, the
// rounds of modern calls, pages that must be visited.
//
// Start reading at [Connect], then [Session.Call].
package mcpclient
