package mcpclient

import "github.com/modelcontextprotocol/go-sdk/mcp"

// capability is what is declared of elicitation; nil is nothing. Before
// 2025-11-25 it was an empty object, and form the only mode.
func capability(d Declared, version string) *mcp.ElicitationCapabilities {
	c := &mcp.ElicitationCapabilities{}
	form, url := d.modes()
	switch {
	case !form && !url:
		return nil
	case d == DeclareEmpty:
		return c
	case version != "" && version < latestLegacy:
		if !form {
			return nil
		}
		return c
	}
	if form {
		c.Form = &mcp.FormElicitationCapabilities{}
	}
	if url {
		c.URL = &mcp.URLElicitationCapabilities{}
	}
	return c
}

// modes are the modes that a declaration stands for; an empty declaration is
// the default, both.
func (d Declared) modes() (form, url bool) {
	switch d {
	case DeclareForm, DeclareEmpty:
		return true, false
	case DeclareURL:
		return false, true
	case DeclareNone:
		return false, false
	default:
		return true, true
	}
}
