package mcphttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const (
	// maxMessages is how many messages a request may have.
	maxMessages = 20
	// maxAnswers is up to how many bytes of answers the messages of a request are done. An
	// answer may be larger by itself.
	maxAnswers = 1 << 20
	// lastWithBatches is the last version of the protocol that has batches.
	lastWithBatches = "2025-03-26"
	versionHeader   = "Mcp-Protocol-Version"
)

// The codes of JSON-RPC.
const (
	codeParse   = -32700
	codeInvalid = -32600
	codeServer  = -32000
)

// rpcError is a refusal as JSON-RPC has it.
type rpcError struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func refusal(id json.RawMessage, code int, text string) json.RawMessage {
	if id == nil {
		id = json.RawMessage("null")
	}
	e := rpcError{Version: "2.0", ID: id}
	e.Error.Code, e.Error.Message = code, text
	raw, _ := json.Marshal(e) // id was read from JSON
	return raw
}

// batchError is a batch that is refused as a whole.
type batchError struct {
	code int
	text string
}

func (b *batchError) Error() string { return b.text }

func (b *batchError) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(refusal(nil, b.code, b.text)) // a client that is gone is told nothing
}

// messages returns those of a batch, nil if the body is none. It reads no more of them
// than a batch may have.
func messages(body []byte, version string) ([]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	if first, _ := dec.Token(); first != json.Delim('[') {
		return nil, nil // the protocol says what is wrong with it
	}
	if version > lastWithBatches {
		return nil, &batchError{codeInvalid, fmt.Sprintf("version %.20q of the protocol has no batches: send one message a request", version)}
	}
	var list []json.RawMessage
	for dec.More() {
		if len(list) == maxMessages {
			return nil, &batchError{codeInvalid, fmt.Sprintf("a request has at most %d messages: send them in several requests", maxMessages)}
		}
		var m json.RawMessage
		if err := dec.Decode(&m); err != nil {
			return nil, &batchError{codeParse, "the batch is not well-formed JSON"}
		}
		list = append(list, m)
	}
	if _, err := dec.Token(); err != nil {
		return nil, &batchError{codeParse, "the batch is not well-formed JSON"}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, &batchError{codeParse, "there is more after the batch"}
	}
	if len(list) == 0 {
		return nil, &batchError{codeInvalid, "the batch has no messages"}
	}
	return list, nil
}

// serveBatch does the messages of a batch one after another, so that a batch takes no
// more at a time than one message.
func (h *server) serveBatch(w http.ResponseWriter, r *http.Request, list []json.RawMessage) {
	var answers []json.RawMessage
	size := 0
	for _, m := range list {
		if r.Context().Err() != nil {
			return // nobody waits for the answer
		}
		answer := h.serveMessage(r, m, size < maxAnswers)
		if len(answer) > 0 {
			answers = append(answers, answer)
			size += len(answer)
		}
	}
	if len(answers) == 0 {
		w.WriteHeader(http.StatusAccepted) // they were all notifications
		return
	}
	w.Header().Set("Content-Type", "application/json")
	// A client that is gone is told nothing.
	_ = json.NewEncoder(w).Encode(answers)
}

// serveMessage does one message of a batch and returns its answer, empty for a
// notification. What has no room any more is not done.
func (h *server) serveMessage(r *http.Request, m json.RawMessage, room bool) json.RawMessage {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(m, &head) != nil {
		return refusal(nil, codeInvalid, "a message of a batch must be an object")
	}
	if !room {
		if head.ID == nil {
			return nil
		}
		return refusal(head.ID, codeServer, fmt.Sprintf("it was not done: the answers before it have more than %d kB; send it in another request", maxAnswers>>10))
	}
	one := r.Clone(r.Context())
	one.Body, one.ContentLength = io.NopCloser(bytes.NewReader(m)), int64(len(m))
	rec := &recorder{header: http.Header{}, status: http.StatusOK}
	rec.serve(h.sdk, one)
	answer := bytes.TrimSpace(rec.body.Bytes())
	switch {
	case rec.over:
		return refusal(head.ID, codeServer, "the answer is too large")
	case rec.status < http.StatusBadRequest && (len(answer) == 0 || json.Valid(answer)):
		return answer
	case json.Valid(answer):
		return answer // a refusal of the protocol
	}
	return refusal(head.ID, codeInvalid, strings.ToValidUTF8(string(answer), ""))
}

// chargeRest charges the messages of a batch after the first, for which the request
// itself was charged.
func (h *server) chargeRest(who caller, list []json.RawMessage) error {
	for range max(0, len(list)-1) {
		if c := h.chargeToken(who); !c.Allowed {
			return errLimited.Withf("a token may make %d requests a minute here, and each of the %d messages of this request counts", c.Limit, len(list)).After(c.Reset)
		}
	}
	return nil
}
