// Package form puts a forms.Form on a screen as fields that a person fills in.
//
// One [Model] is one huh.Form with all its fields in one scrolling group. The
// fields are the package's own huh.Field implementations: huh's input, select
// and confirm fields can neither leave a question unanswered nor tell a default
// from an answer, and draw every option of every field for each key.
//
// The package shows no badge, no message, no buttons and decides no outcome:
// that is the question screen's. It never reads a server's string other than
// through the drawable parts of forms.Question, and never sends anything.
//
// Start reading at [New], then [Model.Update].
package form
