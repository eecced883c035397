// Package rawserver is a stdio server for tests that writes exactly the bytes
// it is told to, right or wrong: the hostile and broken servers that no SDK
// would let a test build. It is the test binary itself, started again as a real
// process, so that exits, signals, grandchildren and pipes are real too.
//
// It never runs outside tests. Start reading at [Command]; the words of a
// script are at [Parse].
package rawserver
