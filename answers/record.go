package answers

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// record is one parked question, and its answer once there is one, as it is
// kept in a file.
type record struct {
	ID     string `json:"id"`
	Server string `json:"server"`
	Method string `json:"method"`
	Target string `json:"target"`
	Args   string `json:"argumentsDigest"`
	Key    string `json:"key"`

	Era           mcpclient.Era   `json:"era"`
	Protocol      string          `json:"protocol"`
	Arguments     json.RawMessage `json:"arguments,omitempty"`
	Round         int             `json:"round"`
	Place         int             `json:"place"`
	Of            int             `json:"of"`
	Mode          mcpclient.Mode  `json:"mode"`
	Message       string          `json:"message"`
	Schema        json.RawMessage `json:"schema,omitempty"`
	URL           string          `json:"url,omitempty"`
	ElicitationID string          `json:"elicitationId,omitempty"`
	Params        json.RawMessage `json:"params,omitempty"`
	Asked         time.Time       `json:"asked"`

	Profile string   `json:"profile,omitempty"` // of form mode
	Fields  []string `json:"fields,omitempty"`  // the form's properties: those the profile let through

	Fingerprint string      `json:"fingerprint"`
	State       *RoundState `json:"state,omitempty"`

	Parked   time.Time       `json:"parked"`
	Until    time.Time       `json:"until"` // when the question is forgotten
	Previous json.RawMessage `json:"previous,omitempty"`
	Changes  []string        `json:"changes,omitempty"`
	// Behind says that its call can go on past the question, which is kept only
	// in case the call has to start over.
	Behind bool `json:"behind,omitempty"`

	Answer *recorded `json:"answer,omitempty"`
}

// recorded is what a person decided.
type recorded struct {
	Action    mcpclient.Action `json:"action"`
	Content   string           `json:"content,omitempty"` // exact text of a JSON value
	Confirmed bool             `json:"confirmed,omitempty"`
	Unchecked bool             `json:"unchecked,omitempty"`
	At        time.Time        `json:"at"`
	Expires   time.Time        `json:"expires"`
}

func newRecord(c Case, now time.Time) (*record, error) {
	id := make([]byte, 5)
	if _, err := rand.Read(id); err != nil {
		return nil, err
	}
	r := &record{
		ID: hex.EncodeToString(id), Server: c.Server, Method: c.Method, Target: c.Target.Raw(),
		Args: argsDigest(c.Args), Key: c.Key,
		Fingerprint: c.Fingerprint(),
		Parked:      now, Until: now.Add(pendingLife),
	}
	if c.Form != nil {
		r.Profile = c.Form.Profile.Name
		for _, p := range c.Form.Properties {
			r.Fields = append(r.Fields, p.Name.Raw())
		}
	}
	r.seen(c)
	return r, nil
}

// seen takes over how the question was asked this time.
func (r *record) seen(c Case) {
	r.Era, r.Protocol, r.Arguments = c.Era, c.Protocol, c.Args
	r.Round, r.Place, r.Of = c.Round, c.Place, c.Of
	r.Mode, r.Message, r.Schema = c.Mode, c.Message.Raw(), c.Schema
	r.URL, r.ElicitationID, r.Params = c.URL.Raw(), c.ElicitationID, c.Params
	r.Asked = c.Asked
}

func (r *record) slot() string {
	return slotOf(r.Server, r.Method, r.Target, r.Args, r.Key)
}

func (r *record) name() string { return r.slot() + "-" + r.ID + recordSuffix }

// decision is the recorded answer as an answerer gives it.
func (r *record) decision() Decision {
	d := Decision{Action: r.Answer.Action, Confirmed: r.Answer.Confirmed, Unchecked: r.Answer.Unchecked, By: ByRecord}
	if r.Answer.Content != "" {
		d.Content = json.RawMessage(r.Answer.Content)
	}
	return d
}

// question is the case as it was asked, read again.
func (r *record) question() (Case, error) {
	c := Case{Elicitation: mcpclient.Elicitation{
		Server: r.Server, Era: r.Era, Protocol: r.Protocol,
		Method: r.Method, Target: safetext.Of(r.Target), Args: r.Arguments,
		Key: r.Key, Round: r.Round, Place: r.Place, Of: r.Of,
		Mode: r.Mode, Message: safetext.Of(r.Message), Schema: r.Schema,
		URL: safetext.Of(r.URL), ElicitationID: r.ElicitationID, Params: r.Params, Asked: r.Asked,
	}}
	if r.Mode != mcpclient.ModeURL {
		p, ok := forms.ProfileNamed(r.Profile)
		if !ok {
			return c, fmt.Errorf("it names the unknown profile %s", quote(r.Profile))
		}
		// These fields had passed the profile when the question was parked.
		p = p.AllowFields(r.Fields...).ForProtocol(r.Protocol)
		form, refusal := forms.Parse(forms.Request{Message: r.Message, Schema: r.Schema}, p)
		if refusal != nil {
			return c, refusal
		}
		c.Form = form
	}
	if c.Fingerprint() != r.Fingerprint {
		return c, errors.New("its question does not have its fingerprint")
	}
	return c, nil
}

const (
	recordSuffix = ".json"
	takenSuffix  = ".taken"
	recordFormat = 1
)

// sealed is a record's file: the digest tells a whole record from one that was
// damaged after it was written.
type sealed struct {
	Format int             `json:"elicitRecord"`
	SHA256 string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

func (r *record) encode() ([]byte, error) {
	body, err := marshal(r)
	if err != nil {
		return nil, err
	}
	return marshal(sealed{Format: recordFormat, SHA256: sum(body), Record: body})
}

// marshal writes JSON whose raw parts keep their characters.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// decodeRecord reads a record's file and checks that it is what its name says.
func decodeRecord(name string, data []byte) (*record, error) {
	var s sealed
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, errors.New("it is damaged or was not written to its end")
	}
	if s.Format != recordFormat {
		return nil, fmt.Errorf("it has format %d, and this program reads format %d", s.Format, recordFormat)
	}
	if sum(s.Record) != s.SHA256 {
		return nil, errors.New("it was changed after it was written")
	}
	r := new(record)
	if err := json.Unmarshal(s.Record, r); err != nil {
		return nil, errors.New("it is damaged")
	}
	if strings.TrimSuffix(name, takenSuffix) != strings.TrimSuffix(r.name(), recordSuffix) &&
		name != r.name() {
		return nil, errors.New("it is not the record that its name says")
	}
	if r.Answer != nil && r.Answer.Content != "" && !json.Valid([]byte(r.Answer.Content)) {
		return nil, errors.New("its answer is damaged")
	}
	return r, nil
}
