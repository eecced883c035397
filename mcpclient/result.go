package mcpclient

import (
	"encoding/base64"
	"encoding/json"

	"elicit/internal/safetext"
)

// readResult reads a result as far as it can be understood. Nothing in it makes
// a call fail: content of an unknown type, or that is no content at all, is
// kept as it came.
func readResult(method string, raw json.RawMessage) Result {
	o := rawObject(raw)
	r := Result{Raw: raw}
	switch method {
	case MethodPrompt:
		r.Content = promptContents(o.get("messages"))
	case MethodResource:
		for _, item := range list(o.get("contents")) {
			c := Content{Type: "resource", Raw: item}
			c.fromResource(rawObject(item))
			r.Content = append(r.Content, c)
		}
	default:
		r.IsError = string(o.get("isError")) == "true"
		r.Structured = o.given("structuredContent")
		for _, item := range list(o.get("content")) {
			r.Content = append(r.Content, readContent(item))
		}
	}
	return r
}

func list(raw json.RawMessage) []json.RawMessage {
	items, _ := readArray(raw)
	return items
}

// promptContents takes the contents out of messages; some servers send several
// in one message.
func promptContents(messages json.RawMessage) []Content {
	var all []Content
	for _, m := range list(messages) {
		o := rawObject(m)
		items := []json.RawMessage{o.get("content")}
		if several, ok := readArray(o.get("content")); ok {
			items = several
		}
		for _, item := range items {
			c := readContent(item)
			c.Role = text(o.get("role"))
			all = append(all, c)
		}
	}
	return all
}

func readContent(raw json.RawMessage) Content {
	c := Content{Raw: raw}
	o := rawObject(raw)
	c.Type = text(o.get("type"))
	c.MIMEType = safetext.Of(text(o.get("mimeType")))
	switch c.Type {
	case "text":
		c.Text = safetext.Of(text(o.get("text")))
	case "image", "audio":
		c.Data = decodeBase64(o.get("data"))
	case "resource":
		c.fromResource(rawObject(o.get("resource")))
	case "resource_link":
		c.URI = safetext.Of(text(o.get("uri")))
		c.Name = safetext.Of(text(o.get("name")))
	}
	return c
}

func (c *Content) fromResource(o object) {
	c.URI = safetext.Of(text(o.get("uri")))
	c.MIMEType = safetext.Of(text(o.get("mimeType")))
	c.Text = safetext.Of(text(o.get("text")))
	if blob := o.given("blob"); blob != nil {
		c.Data = decodeBase64(blob)
	}
}

// decodeBase64 gives nil for what is not base64; the bytes are in Raw anyway.
func decodeBase64(raw json.RawMessage) []byte {
	s := text(raw)
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if b, err := enc.DecodeString(s); err == nil {
			return b
		}
	}
	return nil
}
