package contract

import (
	"encoding/json"

	"allot/internal/identity/account"
	"allot/internal/identity/letter"
)

// What only the tests of the rules see.

type LetterText = letterText

func LetterTexts() map[string]letterText { return texts }

func Write(sender account.User, company string, c Contract, linkBase string) letter.Letter {
	return composeInvitation(sender, company, c, linkBase)
}

// ReadMatrix sets what a body says on a contract.
func ReadMatrix(categories []string) func(c *Contract, body map[string]any) error {
	l := newLayout(categories)
	return func(c *Contract, body map[string]any) error {
		changes, err := l.read(body)
		if err == nil {
			c.setFlags(changes)
		}
		return err
	}
}

func Diff(a, b Terms) Changes { return a.diff(b) }

// ApplyStored makes changes that have been in the store meanwhile.
func ApplyStored(c Changes, t Terms) (Terms, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return t, err
	}
	stored := Changes{}
	if err := json.Unmarshal(b, &stored); err != nil {
		return t, err
	}
	return stored.applyTo(t)
}
