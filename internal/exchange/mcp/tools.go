package mcp

const (
	get  = "GET"
	post = "POST"
)

// Arguments that several tools have.
var (
	pageArg     = Arg{Name: "page", Type: "integer", Description: "Page, from 1"}
	pageSize    = Arg{Name: "page_size", Type: "integer", Description: "Rows on a page"}
	country     = Arg{Name: "country", Type: "string", Description: "Country, ISO 3166-1 alpha-2"}
	fromArg     = Arg{Name: "from", Type: "string", Description: "First day, YYYY-MM-DD; today if missing"}
	toArg       = Arg{Name: "to", Type: "string", Description: "Last day, included, YYYY-MM-DD"}
	date        = Arg{Name: "date", Type: "string", Description: "Day, YYYY-MM-DD", Required: true}
	propertyIDs = Arg{Name: "property_ids", As: "property_id", Type: "[]integer", Description: "Ids of properties; all if missing"}
	calendar    = Arg{Name: "calendar", As: "id", In: InPath, Type: "integer", Description: "Id of a calendar, from list_calendars", Required: true}
	property    = Arg{Name: "property", In: InPath, Type: "integer", Description: "Id of a property, from list_properties", Required: true}
	granularity = Arg{Name: "granularity", Type: "string", Enum: []string{"daily", "spans"}, Description: "daily lists every day, spans runs of days that are alike, which is shorter"}
	invoiceArgs = []Arg{
		{Name: "status", Type: "string", Enum: []string{"DRAFT", "SENT", "VIEWED", "CLEARED", "DISPUTED", "PAID", "OVERDUE", "CANCELLED"}, Description: "State of the invoice"},
		{Name: "direction", Type: "string", Enum: []string{"received", "sent", "drafts"}, Description: "Received from others, sent to others, or drafts"},
		{Name: "from", Type: "string", Description: "First day of issue"},
		{Name: "to", Type: "string", Description: "Last day of issue, included"},
	}
	stayArgs = []Arg{
		{Name: "status", Type: "string", Enum: []string{"open", "sent", "confirmed", "closed", "cancelled"}, Description: "State of the list; sent ones wait for the hotel"},
		{Name: "from", Type: "string", Description: "First day that a stay touches"},
		{Name: "to", Type: "string", Description: "Last day that a stay touches"},
	}
)

const (
	token        = "/{token}/"
	availability = "/api/tour-operator/availability/"
	fewerRows    = "ask for a smaller page_size, or for the next page"
	fewerDays    = "ask for fewer days, or for fewer properties"
)

func as(a Arg, name string) Arg {
	a.As = name
	return a
}

func paged(args ...Arg) []Arg { return append(args[:len(args):len(args)], pageArg, pageSize) }

// Tools lists every tool: of those with one name first that of hotels, then that of
// tour operators, then that of systems with an API key.
var Tools = []Tool{
	{
		Name: "list_properties", Title: "List properties", Method: get, Path: "/api/info/properties/", Smaller: fewerRows,
		Description: "Lists the properties of your hotel account by name, with their ids.",
		Args:        paged(Arg{Name: "name", Type: "string", Description: "Part of the name"}, country),
	},
	{
		Name: "list_properties", Title: "List properties", Method: get, Path: "/api/partners/partners-properties/", Smaller: fewerRows,
		Description: "Lists the published properties of the hotels that you have a contract with, by name, with their ids.",
		Args:        paged(Arg{Name: "name", As: "q", Type: "string", Description: "Part of the name"}, country),
	},
	{
		Name: "fact_sheet", Title: "Read a fact sheet", Method: get, Path: "/api/info/property/{id}/", Smaller: "read one category with the API: GET /api/info/property/{id}/facts/{category}/",
		Description: "Reads a property of yours with all its facts as you work on them, published or not.",
		Args:        []Arg{as(property, "id")},
	},
	{
		Name: "fact_sheet", Title: "Read a fact sheet", Method: get, Path: "/api/tour-operator/properties/{prop_id}/", Smaller: "read it with the API",
		Description: "Reads a hotel's property as your catalogue shows it: the published facts with your overrides and codes.",
		Args:        []Arg{as(property, "prop_id")},
	},
	{
		Name: "fact_sheet", Title: "Read fact sheets", Method: get, Path: "/api/v1/facts" + token, Smaller: "ask for fewer properties",
		Description: "Reads published fact sheets.", Args: []Arg{propertyIDs, country},
	},
	{
		Name: "list_calendars", Title: "List calendars", Method: get, Path: "/api/allotment/calendars/", Smaller: fewerRows,
		Description: "Lists the availability calendars with their ids: of each property the Master, which applies to all, and those of single partners.",
		Args:        paged(Arg{Name: "property", Type: "integer", Description: "Id of a property; all if missing"}),
	},
	{
		Name: "availability", Title: "Read availability", Method: get, Path: "/api/allotment/calendars/{id}/grid/", Smaller: "ask for fewer days",
		Description: "Reads a calendar day by day: for each room what partners are told (state open, on_request or closed) and the numbers. At most 1,100 days; 31 if to is missing.",
		Args:        []Arg{calendar, fromArg, toArg},
	},
	{
		Name: "availability", Title: "Read availability", Method: get, Path: availability, Smaller: fewerDays + ", or a smaller page_size",
		Description: "Reads the live availability of your hotels under your own codes. At most 366 days; 31 if to is missing.",
		Args:        paged(propertyIDs, fromArg, toArg, country, granularity),
	},
	{
		Name: "availability", Title: "Read availability", Method: get, Path: "/api/v1/allotment-stop-sale" + token, Smaller: fewerDays,
		Description: "Reads the live availability.", Fixed: map[string]string{"granularity": "spans"},
		Args: []Arg{propertyIDs, fromArg, toArg, country},
	},
	{
		Name: "why_closed", Title: "Why is this day closed", Method: get, Path: "/api/allotment/calendars/{id}/day-breakdown/",
		Description: "Says what decided the state of a room on a day (decided_by, status, reason, note, who and when), and which calendars and systems hold units of the pool.",
		Args:        []Arg{calendar, {Name: "room", Type: "integer", Description: "Id of a room, from availability", Required: true}, date},
	},
	{
		Name: "why_closed", Title: "Why is this day closed", Method: post, Path: "/api/v1/test-call/", Also: availability, Smaller: "ask the hotel",
		Description: "Reads the rooms of a property on a day with the reasons of the hotel, as far as your contract shares them.",
		Args:        []Arg{{Name: "property", In: InTool, Type: "integer", Description: property.Description, Required: true}, {Name: "date", In: InTool, Type: "string", Description: date.Description, Required: true}},
		Build: func(args map[string]any) any {
			return map[string]any{"endpoint": "allotment-stop-sale", "params": map[string]any{
				"property_id": args["property"], "from": args["date"], "to": args["date"], "granularity": "daily", "include": "reasons",
			}}
		},
	},
	{
		Name: "why_closed", Title: "Why are these days closed", Method: get, Path: "/api/v1/allotment-stop-sale" + token, Smaller: fewerDays,
		Description: "Reads the days of properties with the reasons of the hotel, as far as they are shared.",
		Fixed:       map[string]string{"granularity": "spans", "include": "reasons"}, Args: []Arg{propertyIDs, fromArg, toArg},
	},
	{
		Name: "set_status", Title: "Set the status of days", Method: post, Path: "/api/allotment/calendars/{id}/bulk/", Previews: true,
		Description: "Sets the status of rooms over a range of days, such as a stop sale: stop and block close, request is on request, open and free open again, null lifts. " +
			"Without dry_run=false nothing is written: the answer shows what would change. Show that to the person first.",
		Args: []Arg{
			calendar,
			{Name: "rooms", In: InBody, Type: "[]integer", Description: "Ids of rooms; all of the property if missing"},
			{Name: "from", In: InBody, Type: "string", Description: "First day, YYYY-MM-DD", Required: true},
			{Name: "to", In: InBody, Type: "string", Description: "Last day, included, YYYY-MM-DD", Required: true},
			{Name: "weekdays", In: InBody, Type: "[]integer", Description: "1 Monday to 7 Sunday; every day if missing"},
			{Name: "status", In: InBody, Type: "string", Enum: []string{"free", "open", "request", "stop", "block"}, Description: "The status", Required: true},
			{Name: "reason", In: InBody, Type: "string", Enum: []string{"renovation", "group_hold", "allotment_expired", "hotel_event", "force_majeure", "peak_exclusion"}, Description: "Why, with request, stop and block"},
			{Name: "note", In: InBody, Type: "string", Description: "For colleagues"},
			{Name: "dry_run", In: InTool, Type: "boolean", Description: "true: only show what would change; false: do it"},
		},
	},
	{
		Name: "contracts_waiting", Title: "Contracts that wait for you", Method: get, Path: "/api/partners/contracts/", Smaller: fewerRows,
		Description: "Lists proposals and amendments of contracts that wait for your answer.", Fixed: map[string]string{"direction": "incoming"}, Args: paged(),
	},
	{
		Name: "invoices_by_state", Title: "List invoices", Method: get, Path: "/api/invoicing/invoices/", Smaller: fewerRows,
		Description: "Lists invoices by state and direction, newest first.", Args: paged(invoiceArgs...),
	},
	{
		Name: "invoices_by_state", Title: "List invoices", Method: get, Path: "/api/v1/invoices" + token, Smaller: "ask for fewer days of issue",
		Description: "Lists invoices that the account has sent or received.", Args: invoiceArgs,
	},
	{
		Name: "draft_invoice", Title: "Draft an invoice", Method: post, Path: "/api/invoicing/invoices/create/",
		Description: "Drafts an invoice. It is not sent: a person reads the draft and sends it.",
		Args: []Arg{
			{Name: "partner", In: InBody, Type: "integer", Description: "Id of the tour operator's account; else recipient_name and what follows"},
			{Name: "recipient_name", In: InBody, Type: "string", Description: "Whom it is for, without a partner"},
			{Name: "recipient_email", In: InBody, Type: "string", Description: "Where it will be sent, without a partner"},
			{Name: "recipient_street", In: InBody, Type: "string", Description: "Street"},
			{Name: "recipient_postal_code", In: InBody, Type: "string", Description: "Postal code"},
			{Name: "recipient_city", In: InBody, Type: "string", Description: "City"},
			{Name: "recipient_country", In: InBody, Type: "string", Description: "Country, ISO 3166-1 alpha-2"},
			{Name: "recipient_vat_id", In: InBody, Type: "string", Description: "VAT id"},
			{Name: "property", In: InBody, Type: "integer", Description: "Id of a property of yours"},
			{Name: "issue_date", In: InBody, Type: "string", Description: "YYYY-MM-DD", Required: true},
			{Name: "due_date", In: InBody, Type: "string", Description: "YYYY-MM-DD", Required: true},
			{Name: "currency", In: InBody, Type: "string", Description: "ISO 4217, such as EUR", Required: true},
			{Name: "tax_rate", In: InBody, Type: "string", Description: "Percent, such as 13"},
			{Name: "line_items", In: InBody, Type: "[]object", Description: "Each with description, quantity, unit_price and optionally unit (room_night, night, piece ...) and tax_rate", Required: true},
			{Name: "service_from", In: InBody, Type: "string", Description: "First day of the stay"},
			{Name: "service_to", In: InBody, Type: "string", Description: "Last day of the stay"},
			{Name: "notes", In: InBody, Type: "string", Description: "Text on the invoice"},
		},
	},
	{
		Name: "rooming_lists", Title: "List rooming lists", Method: get, Path: "/api/rooming/ledgers/", Smaller: fewerRows,
		Description: "Lists rooming lists, newest first; with status sent those that wait for the hotel's answer.",
		Args:        paged(append(stayArgs[:len(stayArgs):len(stayArgs)], Arg{Name: "property", Type: "integer", Description: "Id of a property"})...),
	},
	{
		Name: "rooming_lists", Title: "List rooming lists", Method: get, Path: "/api/v1/rooming" + token, Smaller: fewerDays,
		Description: "Lists rooming lists with their stays.", Args: append(stayArgs[:len(stayArgs):len(stayArgs)], propertyIDs),
	},
	{
		Name: "send_rooming_list", Title: "Send a rooming list", Method: post, Path: "/api/v1/rooming" + token,
		Description: "Sends a rooming list to the hotel. The same list again under the same reference is not sent twice.",
		Args: []Arg{
			{Name: "reference", In: InBody, Type: "string", Description: "Your own number of the list", Required: true},
			{Name: "property_id", In: InBody, Type: "integer", Description: "Id of the property; or property_code"},
			{Name: "property_code", In: InBody, Type: "string", Description: "Your code of the property"},
			{Name: "name", In: InBody, Type: "string", Description: "Name of the list", Required: true},
			{Name: "entries", In: InBody, Type: "[]object", Description: "Stays, each with room_id or room_code, arrival, departure, units and guests [{first_name, last_name, type, age}]", Required: true},
		},
	},
	{
		Name: "webhook_endpoints", Title: "List webhook endpoints", Method: get, Path: "/api/v1/integrations/webhooks/", Smaller: fewerRows,
		Description: "Lists the addresses that events are sent to, whether they are active, and why not.", Args: paged(),
	},
	{
		Name: "webhook_failures", Title: "List failed webhook deliveries", Method: get, Path: "/api/v1/integrations/webhooks/{id}/deliveries/", Smaller: fewerRows,
		Description: "Lists the deliveries to an endpoint that failed, newest first, with every attempt and what the endpoint answered.",
		Fixed:       map[string]string{"status": "failed"},
		Args: paged(
			Arg{Name: "endpoint", As: "id", In: InPath, Type: "integer", Description: "Id of an endpoint, from webhook_endpoints", Required: true},
			Arg{Name: "event", Type: "string", Description: "Type of event, such as invoice.sent"},
		),
	},
}
