package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"allot/internal/app/build"
	"allot/internal/app/examples"
)

// The collection is of Postman's format v2.1, which Bruno, Insomnia and others read too.
const collectionSchema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

type collection struct {
	Info     collectionInfo       `json:"info"`
	Auth     *collectionAuth      `json:"auth"`
	Variable []collectionVariable `json:"variable"`
	Item     []*collectionItem    `json:"item"`
}

type collectionInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Schema      string `json:"schema"`
}

type collectionVariable struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Type  string `json:"type,omitempty"`
}

// collectionItem is a folder or a request.
type collectionItem struct {
	Name    string             `json:"name"`
	Item    []*collectionItem  `json:"item,omitempty"`
	Request *collectionRequest `json:"request,omitempty"`
	Event   []collectionEvent  `json:"event,omitempty"`
}

type collectionRequest struct {
	Method string               `json:"method"`
	Auth   *collectionAuth      `json:"auth,omitempty"` // nil: that of the collection
	Header []collectionVariable `json:"header,omitempty"`
	URL    collectionURL        `json:"url"`
	Body   *collectionBody      `json:"body,omitempty"`
}

type collectionURL struct {
	Raw   string               `json:"raw"`
	Host  []string             `json:"host"`
	Path  []string             `json:"path"`
	Query []collectionVariable `json:"query,omitempty"`
}

type collectionBody struct {
	Mode     string            `json:"mode"`
	Raw      string            `json:"raw,omitempty"`
	FormData []collectionField `json:"formdata,omitempty"`
}

type collectionField struct {
	Key   string `json:"key"`
	Type  string `json:"type"`
	Value string `json:"value,omitempty"`
	Src   string `json:"src,omitempty"`
}

type collectionAuth struct {
	Type   string               `json:"type"`
	APIKey []collectionVariable `json:"apikey,omitempty"`
	Basic  []collectionVariable `json:"basic,omitempty"`
}

type collectionEvent struct {
	Listen string           `json:"listen"`
	Script collectionScript `json:"script"`
}

type collectionScript struct {
	Type string   `json:"type"`
	Exec []string `json:"exec"`
}

// collectionToken is the variable that a log-in sets, with the word for the user.
type collectionToken struct{ as, variable, name string }

var collectionTokens = []collectionToken{
	{"hotel", "token", "Log in as the hotel"},
	{"operator", "operator_token", "Log in as the tour operator"},
	{"second", "second_hotel_token", "Log in as another hotel"},
	{"bookkeeper", "bookkeeper_token", "Log in as the hotel's bookkeeper"},
	{"staff", "staff_token", "Log in as the staff"},
}

func tokenAuth(variable string) *collectionAuth {
	return &collectionAuth{Type: "apikey", APIKey: []collectionVariable{
		{Key: "key", Value: "Authorization", Type: "string"}, {Key: "value", Value: "Token {{" + variable + "}}", Type: "string"}, {Key: "in", Value: "header", Type: "string"},
	}}
}

// Collection writes the examples as a collection for API clients such as Postman and
// Bruno: the log-ins first, a folder for each tag of the document, and last what ends
// sessions and keys that the others need.
func Collection() ([]byte, error) {
	raw, err := Document()
	if err != nil {
		return nil, err
	}
	var doc collectionDocument
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	c := collection{
		Info: collectionInfo{
			Name:        "Allot " + build.Version,
			Description: "Start a demo with `allot demo`, send the log-ins of the first folder, then any request. Each request works against a demo that was just made; some change it.",
			Schema:      collectionSchema,
		},
		Auth: tokenAuth("token"),
		Variable: []collectionVariable{
			{Key: "base_url", Value: "http://127.0.0.1:8080"},
			{Key: "password", Value: DemoPassword},
			{Key: "api_key", Value: examples.OperatorKey},
			{Key: "hotel_api_key", Value: examples.HotelKey},
		},
	}
	c.addLogIns()
	taken := c.addTaken()
	last := &collectionItem{Name: "Log out, end sessions and keys"}
	folders := map[string]*collectionItem{}
	for _, tag := range doc.Tags {
		folders[tag.Name] = &collectionItem{Name: tag.Name}
		c.Item = append(c.Item, folders[tag.Name])
	}
	for _, o := range doc.exampled() {
		request, err := collectionOf(o.example, o.method, o.path)
		if err != nil {
			return nil, err
		}
		folder := folders[o.Tags[0]]
		if o.example.Ends {
			folder = last
		}
		folder.Item = append(folder.Item, &collectionItem{Name: o.Summary, Request: request, Event: collectionScripts(taken[o.method+" "+o.path]...)})
	}
	c.Item = slices.DeleteFunc(append(c.Item, last), func(folder *collectionItem) bool { return len(folder.Item) == 0 })
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(c); err != nil {
		return nil, fmt.Errorf("write the collection: %w", err)
	}
	return out.Bytes(), nil
}

// collectionDocument is what the collection has of the OpenAPI document.
type collectionDocument struct {
	Tags  []struct{ Name string }
	Paths map[string]map[string]collectionOperation
}

type collectionOperation struct {
	Summary string
	Tags    []string

	method, path string
	example      examples.Request
}

// exampled are the operations in the order in which they can be sent one after the other:
// those that read, of them last those that need an answer of another, those that change,
// those that delete.
func (d collectionDocument) exampled() []collectionOperation {
	var list []collectionOperation
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			o := d.Paths[path][method]
			o.method, o.path = strings.ToUpper(method), path
			var has bool
			if o.example, has = examples.All()[o.method+" "+path]; has { // an alias has none
				list = append(list, o)
			}
		}
	}
	rank := func(o collectionOperation) int {
		switch {
		case o.method == http.MethodDelete:
			return 3
		case o.method != http.MethodGet:
			return 2
		case o.example.Taken != nil:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b collectionOperation) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// addLogIns adds the folder of the log-ins, whose scripts keep the tokens.
func (c *collection) addLogIns() {
	folder := &collectionItem{Name: "Log in"}
	for _, t := range collectionTokens {
		c.Variable = append(c.Variable, collectionVariable{Key: t.variable})
		folder.Item = append(folder.Item, &collectionItem{
			Name: t.name,
			Request: &collectionRequest{
				Method: http.MethodPost, Auth: &collectionAuth{Type: "noauth"}, URL: collectionAddress("/api/auth/login/", nil),
				Header: []collectionVariable{{Key: "Content-Type", Value: "application/json"}},
				Body:   &collectionBody{Mode: "raw", Raw: fmt.Sprintf(`{"email": %q, "password": "{{password}}"}`, examples.Users[t.as])},
			},
			Event: collectionScripts(fmt.Sprintf("pm.collectionVariables.set(%q, pm.response.json().auth_token);", t.variable)),
		})
	}
	c.Item = append(c.Item, folder)
}

// addTaken adds the variables whose values are taken from answers, and returns the lines
// that take them, by the example that is answered.
func (c *collection) addTaken() map[string][]string {
	lines := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(examples.All())) {
		e := examples.All()[name]
		for _, parameter := range slices.Sorted(maps.Keys(e.Taken)) {
			t := e.Taken[parameter]
			c.Variable = append(c.Variable, collectionVariable{Key: t.Variable, Value: fmt.Sprint(e.Path[parameter])})
			lines[t.Of] = append(lines[t.Of], fmt.Sprintf(
				`pm.collectionVariables.set(%q, pm.response.text().replaceAll("=\r\n", "").split(%q)[1].split(/["/]/)[0]);`, t.Variable, t.After))
		}
	}
	return lines
}

// collectionScripts are run after an answer.
func collectionScripts(lines ...string) []collectionEvent {
	if len(lines) == 0 {
		return nil
	}
	return []collectionEvent{{Listen: "test", Script: collectionScript{Type: "text/javascript", Exec: lines}}}
}

func collectionOf(e examples.Request, method, path string) (*collectionRequest, error) {
	r := &collectionRequest{Method: method}
	switch e.As {
	case "hotel": // as the collection says
	case examples.AlpineBits:
		r.Auth = &collectionAuth{Type: "basic", Basic: []collectionVariable{
			{Key: "username", Value: examples.AlpineBitsID, Type: "string"}, {Key: "password", Value: examples.AlpineBitsKey, Type: "string"},
		}}
	case examples.Nobody, examples.Key:
		r.Auth = &collectionAuth{Type: "noauth"}
	default:
		i := slices.IndexFunc(collectionTokens, func(t collectionToken) bool { return t.as == e.As })
		if i < 0 {
			return nil, fmt.Errorf("the collection has no log-in of %q, who sends %s %s", e.As, method, path)
		}
		r.Auth = tokenAuth(collectionTokens[i].variable)
	}
	for name, value := range e.Path {
		text := url.PathEscape(fmt.Sprint(value))
		switch t, taken := e.Taken[name]; {
		case taken:
			text = "{{" + t.Variable + "}}"
		case text == examples.OperatorKey:
			text = "{{api_key}}"
		case text == examples.HotelKey:
			text = "{{hotel_api_key}}"
		}
		path = strings.ReplaceAll(path, "{"+name+"}", text)
	}
	r.URL = collectionAddress(path, e.Query)
	for _, name := range slices.Sorted(maps.Keys(e.Header)) {
		r.Header = append(r.Header, collectionVariable{Key: name, Value: e.Header[name]})
	}
	switch {
	case e.Body != nil:
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, e.Body, "", "  "); err != nil {
			return nil, fmt.Errorf("write an example: %w", err)
		}
		r.Header = append(r.Header, collectionVariable{Key: "Content-Type", Value: "application/json"})
		r.Body = &collectionBody{Mode: "raw", Raw: pretty.String()}
	case e.File != "":
		raw, err := examples.File(e.File)
		if err != nil {
			return nil, err
		}
		r.Header = append(r.Header, collectionVariable{Key: "Content-Type", Value: e.Media})
		r.Body = &collectionBody{Mode: "raw", Raw: string(raw)}
	case e.Form != nil:
		fields, err := collectionFields(e.Form)
		if err != nil {
			return nil, err
		}
		r.Body = &collectionBody{Mode: "formdata", FormData: fields}
	}
	return r, nil
}

// collectionFields are those of a form. The content of a file that is text is its value.
func collectionFields(form map[string]string) ([]collectionField, error) {
	var fields []collectionField
	for _, name := range slices.Sorted(maps.Keys(form)) {
		file, isFile := strings.CutPrefix(form[name], "@")
		switch {
		case !isFile:
			fields = append(fields, collectionField{Key: name, Type: "text", Value: file})
		case strings.HasSuffix(file, ".xml"):
			raw, err := examples.File(file)
			if err != nil {
				return nil, err
			}
			fields = append(fields, collectionField{Key: name, Type: "text", Value: string(raw)})
		default:
			fields = append(fields, collectionField{Key: name, Type: "file", Src: file})
		}
	}
	return fields, nil
}

func collectionAddress(path string, query map[string]any) collectionURL {
	u := collectionURL{Raw: "{{base_url}}" + path, Host: []string{"{{base_url}}"}, Path: strings.Split(strings.TrimPrefix(path, "/"), "/")}
	for i, name := range slices.Sorted(maps.Keys(query)) {
		value := fmt.Sprint(query[name])
		u.Query = append(u.Query, collectionVariable{Key: name, Value: value})
		u.Raw += map[bool]string{true: "?", false: "&"}[i == 0] + name + "=" + url.QueryEscape(value)
	}
	return u
}
