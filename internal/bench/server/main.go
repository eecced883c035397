// Server is the smallest stdio server that asks one question: the same for
// every program that is measured, and lighter than any of them, so that the
// memory of a process tree is its client's.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type frame struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
}

// answers are the results that never change, by method.
var answers = map[string]string{
	"initialize": `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}`,
	"ping":       `{}`,
	"tools/list": `{"tools":[{"name":"buy","description":"Buys seats.","inputSchema":{"type":"object"}}]}`,
}

const question = `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"mode":"form","message":"How many?",` +
	`"requestedSchema":{"type":"object","properties":{"seats":{"type":"integer","minimum":1}},"required":["seats"]}}}`

func main() {
	var call json.RawMessage // the id of the call that waits for the answer
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var f frame
		if json.Unmarshal(lines.Bytes(), &f) != nil {
			continue
		}
		answer, known := answers[f.Method]
		switch {
		case known:
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", f.ID, answer)
		case f.Method == "tools/call":
			call = f.ID
			fmt.Println(question)
		case f.Method == "" && string(f.ID) == `"q"`:
			text, _ := json.Marshal(string(f.Result))
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`+"\n", call, text)
		case f.Method != "" && f.ID != nil:
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"method not found"}}`+"\n", f.ID)
		}
	}
}
