package forms

// Profile is a table: rule → allow, warn or refuse; plus bounds.
type Profile struct{ Name string }
