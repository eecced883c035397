package forms

import "elicit/internal/safetext"

// Parse reads a schema under a profile. Exactly one result is non-nil.
func Parse(req Request, p Profile) (*Form, *Refusal) {
	return &Form{Message: safetext.Of(req.Message), Schema: req.Schema, Profile: p}, nil
}

// Questions are the properties as a person sees them.
func (f *Form) Questions() []Question { return nil }

// Initial is what a fresh form holds.
func (f *Form) Initial() Answers { return Answers{} }

// Content is what would be sent.
func (f *Form) Content(a Answers) (Content, *Issues) { return Content("{}"), nil }

// Preview is Content without the answers that have issues.
func (f *Form) Preview(a Answers) Content { return Content("{}") }

// CheckAnswer checks one answer.
func (f *Form) CheckAnswer(name string, a Answer) []Issue { return nil }

// Check checks any JSON object against the form.
func (f *Form) Check(c Content) *Issues { return nil }

// Answers turns content into answers.
func (f *Form) Answers(c Content) (Answers, *Issues) { return Answers{}, nil }

// AnswerText is an answer on one row.
func (f *Form) AnswerText(name string, a Answer) string { return "" }

// Fingerprint identifies what the person saw.
func (f *Form) Fingerprint() string { return "sha256:" }

// CredentialShaped reports whether a value is itself a credential.
func CredentialShaped(value string) (what string, is bool) { return "", false }

// CredentialShaped are the values in the content that are credentials.
func (f *Form) CredentialShaped(c Content) []Issue { return nil }

// Badge is the server's configured name as a badge.
func Badge(server string) string { return server }

// Everruns is the projection of a strict host.
func (f *Form) Everruns(server string) any { return nil }

func (r *Refusal) Error() string { return r.Rule }

// ForAuthor is the message of the JSON-RPC error.
func (r *Refusal) ForAuthor() string { return r.Error() }

func (i *Issues) Error() string { return "" }

// CheckProfile and CheckSchema are the projection of `elicit check --json`.
type Verdict struct{}

// CheckSchema is the verdict of each profile.
func CheckSchema(req Request, profiles ...Profile) map[string]any { return nil }
