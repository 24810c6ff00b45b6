package pebble

import (
	"encoding/binary"
	"io"
	"net"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// serveDNS answers that every name is on this machine, over TCP, and returns where it
// does.
func serveDNS(tb testing.TB) string {
	tb.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(tb.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answer(conn)
		}
	}()
	return l.Addr().String()
}

// answer answers the questions of one connection, each behind its length.
func answer(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	for {
		var size uint16
		if binary.Read(conn, binary.BigEndian, &size) != nil {
			return
		}
		question := make([]byte, size)
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		text, err := resolve(question)
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(text))), text...)); err != nil { //nolint:gosec // it is short
			return
		}
	}
}

func resolve(question []byte) ([]byte, error) {
	var p dnsmessage.Parser
	head, err := p.Start(question)
	if err != nil {
		return nil, err
	}
	asked, err := p.Question()
	if err != nil {
		return nil, err
	}
	answer := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: head.ID, Response: true, RecursionAvailable: true},
		Questions: []dnsmessage.Question{asked},
	}
	if asked.Type == dnsmessage.TypeA {
		answer.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: asked.Name, Type: asked.Type, Class: asked.Class, TTL: 1},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	return answer.Pack()
}
