package alpinebits

import (
	"bytes"
	"encoding/json"
	"slices"
)

// handshake is the JSON of a handshake.
type handshake struct {
	Versions []handshakeVersion `json:"versions"`
}

type handshakeVersion struct {
	Version Version `json:"version"`
	Actions []offer `json:"actions,omitempty"`
}

// Handshake answers what the server and the system have in common. The text of the
// request is repeated as it was sent.
func Handshake(request []byte) ([]byte, error) {
	root, err := parse(request, requests[ActionPing])
	if err != nil {
		return nil, err
	}
	if err := root.only(envelope, "EchoData"); err != nil {
		return nil, err
	}
	echo, err := root.the("EchoData")
	if err != nil {
		return nil, err
	}
	var asked handshake
	if err := json.Unmarshal([]byte(echo.text), &asked); err != nil {
		return nil, refuse(codeValue, "EchoData must hold JSON with the versions and actions that you support")
	}
	common, err := encode(intersect(asked))
	if err != nil {
		return nil, err
	}
	return document(ActionPing, func(w *writer) {
		w.empty("Success")
		w.open("Warnings")
		w.leaf("Warning", common, "Type", "11", "Status", "ALPINEBITS_HANDSHAKE")
		w.close("Warnings")
		w.leaf("EchoData", echo.text)
	}), nil
}

func encode(h handshake) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(h)
	return string(bytes.TrimSpace(b.Bytes())), err
}

// intersect returns what both sides can do, in the order of the system. The handshake
// itself is common in every common version: a system that calls can do it, named or
// not.
func intersect(asked handshake) handshake {
	common := handshake{Versions: []handshakeVersion{}}
	for _, v := range asked.Versions {
		known := slices.Contains(Versions, v.Version)
		if !known || slices.ContainsFunc(common.Versions, func(c handshakeVersion) bool { return c.Version == v.Version }) {
			continue
		}
		both := handshakeVersion{Version: v.Version, Actions: []offer{{Action: pingOffer}}}
		for _, mine := range offers(v.Version)[1:] {
			i := slices.IndexFunc(v.Actions, func(theirs offer) bool { return theirs.Action == mine.Action })
			if i < 0 {
				continue
			}
			mine.Supports = slices.DeleteFunc(mine.Supports, func(s string) bool { return !slices.Contains(v.Actions[i].Supports, s) })
			both.Actions = append(both.Actions, mine)
		}
		common.Versions = append(common.Versions, both)
	}
	return common
}
