// Package inputschema reads arguments by a tool's input schema: it types what a
// person typed, and says whether a whole object fits.
//
// The schema is the server's. Nothing in it is relied on, nothing it refers to
// is loaded, and whatever it holds, the functions neither panic nor run for
// long. It knows nothing of terminals and of MCP.
//
// Start reading at [Read], then [Schema.Value] and [Schema.Check].
package inputschema
