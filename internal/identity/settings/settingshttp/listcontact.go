package settingshttp

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// listContact is a contact of a mailing list in a request: its id, or a contact object as in an
// answer, so that an answer can be sent back.
type listContact int64

// UnmarshalJSON reads both forms.
func (c *listContact) UnmarshalJSON(b []byte) error {
	var whole struct {
		ID int64 `json:"id"`
	}
	if len(b) > 0 && b[0] == '{' {
		err := json.Unmarshal(b, &whole)
		*c = listContact(whole.ID)
		return err
	}
	return json.Unmarshal(b, (*int64)(c))
}

// Schema documents both forms.
func (listContact) Schema(huma.Registry) *huma.Schema {
	id := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	whole := &huma.Schema{
		Type: huma.TypeObject, Properties: map[string]*huma.Schema{"id": id}, Required: []string{"id"}, AdditionalProperties: true,
		Description: "A contact as it is answered; only its id counts",
	}
	whole.PrecomputeMessages()
	s := &huma.Schema{AnyOf: []*huma.Schema{id, whole}}
	s.PrecomputeMessages()
	return s
}

// ids returns the ids of the contacts; nil stays nil.
func ids(contacts *[]listContact) *[]int64 {
	if contacts == nil {
		return nil
	}
	list := make([]int64, len(*contacts))
	for i, c := range *contacts {
		list[i] = int64(c)
	}
	return &list
}
