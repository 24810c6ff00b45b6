package main

// The tables say how the property scope of a sub-user holds for an operation. In
// paths and bodies <name> is an id of the property that is not in the scope,
// [name] one of the property that is.

// refusedCase is a request about the foreign property that is right in every
// other way; without a path it is that of the operation.
type refusedCase struct{ path, body string }

const invoiceBody = `"issue_date":"2031-01-01","due_date":"2031-02-01","line_items":[{"description":"X","quantity":1,"unit_price":1}]`

const days = `"start_date":"2031-01-01","end_date":"2031-01-05"`

// scopeRefused are the operations on one record or property.
var scopeRefused = map[string]refusedCase{
	"PATCH /api/allotment/blocks/{id}/":                                  {"/api/allotment/blocks/<block>/", `{"quantity":0}`},
	"DELETE /api/allotment/blocks/{id}/":                                 {"/api/allotment/blocks/<block>/", ""},
	"POST /api/allotment/calendars/":                                     {"", `{"property":<property>,"name":"X","kind":"standalone"}`},
	"GET /api/allotment/calendars/{id}/":                                 {"/api/allotment/calendars/<calendar>/", ""},
	"PATCH /api/allotment/calendars/{id}/":                               {"/api/allotment/calendars/<calendar>/", `{"name":"X"}`},
	"DELETE /api/allotment/calendars/{id}/":                              {"/api/allotment/calendars/<calendar>/", ""},
	"GET /api/allotment/calendars/{id}/blocks/":                          {"/api/allotment/calendars/<calendar>/blocks/", ""},
	"POST /api/allotment/calendars/{id}/blocks/":                         {"/api/allotment/calendars/<calendar>/blocks/", `{"room":<room>,` + days + `,"quantity":1}`},
	"POST /api/allotment/calendars/{id}/bulk/":                           {"/api/allotment/calendars/<master>/bulk/", `{"from":"2031-01-01","to":"2031-01-05","status":"stop"}`},
	"GET /api/allotment/calendars/{id}/daily/":                           {"/api/allotment/calendars/<calendar>/daily/", ""},
	"POST /api/allotment/calendars/{id}/daily/":                          {"/api/allotment/calendars/<master>/daily/", `{"room":<room>,"date":"2031-01-01","status":"stop"}`},
	"POST /api/allotment/calendars/{id}/daily/batch/":                    {"/api/allotment/calendars/<master>/daily/batch/", `{"days":[{"room":<room>,"date":"2031-01-01","status":"stop"}]}`},
	"GET /api/allotment/calendars/{id}/day-breakdown/":                   {"/api/allotment/calendars/<master>/day-breakdown/?room=<room>&date=2031-01-01", ""},
	"GET /api/allotment/calendars/{id}/grid/":                            {"/api/allotment/calendars/<master>/grid/", ""},
	"GET /api/allotment/calendars/{id}/pdf/":                             {"/api/allotment/calendars/<master>/pdf/", ""},
	"GET /api/allotment/calendars/{id}/pdf/send-mail/{list_id}/":         {"/api/allotment/calendars/<master>/pdf/send-mail/<list>/", ""},
	"POST /api/allotment/calendars/{id}/pull-contract/":                  {"/api/allotment/calendars/<contracted>/pull-contract/", ""},
	"GET /api/allotment/calendars/{id}/send-partner/":                    {"/api/allotment/calendars/<connected>/send-partner/", ""},
	"GET /api/allotment/calendars/{id}/timeline/":                        {"/api/allotment/calendars/<master>/timeline/", ""},
	"GET /api/allotment/partner-contracts/":                              {"/api/allotment/partner-contracts/?property=<property>", ""},
	"GET /api/allotment/rate-contracts/":                                 {"/api/allotment/rate-contracts/?property=<property>", ""},
	"GET /api/allotment/property/{property_id}/pdf/":                     {"/api/allotment/property/<property>/pdf/", ""},
	"GET /api/allotment/property/{property_id}/pdf/send-mail/{list_id}/": {"/api/allotment/property/<property>/pdf/send-mail/<list>/", ""},
	"POST /api/allotment/shares/":                                        {"", `{"property":<property>,"donor_room":<room>,"recipient_room":<spare>,"max_units":1}`},
	"PATCH /api/allotment/shares/":                                       {"", `{"id":<share>,"max_units":1}`},
	"DELETE /api/allotment/shares/":                                      {"/api/allotment/shares/?id=<share>", ""},
	"GET /api/allotment/shares/{id}/":                                    {"/api/allotment/shares/<share>/", ""},
	"PATCH /api/allotment/shares/{id}/":                                  {"/api/allotment/shares/<share>/", `{"max_units":1}`},
	"DELETE /api/allotment/shares/{id}/":                                 {"/api/allotment/shares/<share>/", ""},

	"GET /api/info/download-facts/{id}/":                           {"/api/info/download-facts/<property>/", ""},
	"GET /api/info/download-photos/{id}/":                          {"/api/info/download-photos/<property>/", ""},
	"GET /api/info/init-facts-info/{id}/":                          {"/api/info/init-facts-info/<property>/", ""},
	"POST /api/info/init-facts-info/{id}/":                         {"/api/info/init-facts-info/<property>/", ""},
	"GET /api/info/last-publish-date/":                             {"/api/info/last-publish-date/?property=<property>", ""},
	"DELETE /api/info/property/delete/{id}/":                       {"/api/info/property/delete/<property>/", ""},
	"PUT /api/info/property/update/{id}/":                          {"/api/info/property/update/<property>/", `{"name":"X"}`},
	"GET /api/info/property/{id}/":                                 {"/api/info/property/<property>/", ""},
	"GET /api/info/property/{id}/facts/{category}/":                {"/api/info/property/<property>/facts/rooms/", ""},
	"POST /api/info/property/{id}/facts/{category}/":               {"/api/info/property/<property>/facts/rooms/", `{"id":<room>,"name":"X"}`},
	"DELETE /api/info/property/{id}/facts/{category}/{record_id}/": {"/api/info/property/<property>/facts/rooms/<spare>/", ""},
	"GET /api/info/property/{id}/gallery/":                         {"/api/info/property/<property>/gallery/", ""},
	"POST /api/info/property/{id}/gallery/":                        {"/api/info/property/<property>/gallery/", `{"caption":"X"}`},
	"POST /api/info/property/{id}/gallery/order/":                  {"/api/info/property/<property>/gallery/order/", `{"photos":[<photo>]}`},
	"DELETE /api/info/property/{id}/gallery/{photo_id}/":           {"/api/info/property/<property>/gallery/<photo>/", ""},
	"PATCH /api/info/property/{id}/gallery/{photo_id}/":            {"/api/info/property/<property>/gallery/<photo>/", `{"caption":"X"}`},
	"GET /api/info/property/{id}/publish/":                         {"/api/info/property/<property>/publish/", ""},
	"POST /api/info/property/{id}/publish/create/":                 {"/api/info/property/<property>/publish/create/", ""},
	"GET /api/info/property/{id}/publish/{type}/":                  {"/api/info/property/<property>/publish/full/", ""},
	"POST /api/info/send-facts/{list_id}/sheet/{prop_id}/":         {"/api/info/send-facts/<list>/sheet/<property>/", `{}`},
	"POST /api/info/send-photos/{list_id}/acc/{prop_id}/":          {"/api/info/send-photos/<list>/acc/<property>/", `{}`},
	"GET /api/live/": {"/api/live/?property=<property>", ""},
	"GET /api/partners/check-facts/{prop_id}/":                        {"/api/partners/check-facts/<property>/", ""},
	"POST /api/partners/override-approvals/{id}/approve/":             {"/api/partners/override-approvals/<wish>/approve/", ""},
	"POST /api/partners/override-approvals/{id}/decline/":             {"/api/partners/override-approvals/<wish>/decline/", `{"reason":"X"}`},
	"POST /api/partners/rate-contracts/":                              {"", `{"property":<property>,"partner":<rates_partner>,"name":"X",` + days + `}`},
	"GET /api/partners/rate-contracts/{id}/":                          {"/api/partners/rate-contracts/<rate>/", ""},
	"PATCH /api/partners/rate-contracts/{id}/":                        {"/api/partners/rate-contracts/<rate>/", `{"rooms":[]}`},
	"DELETE /api/partners/rate-contracts/{id}/":                       {"/api/partners/rate-contracts/<rate>/", ""},
	"GET /api/rooming/entries/{id}/":                                  {"/api/rooming/entries/<entry>/", ""},
	"PATCH /api/rooming/entries/{id}/":                                {"/api/rooming/entries/<entry>/", `{"units":1}`},
	"DELETE /api/rooming/entries/{id}/":                               {"/api/rooming/entries/<entry>/", ""},
	"POST /api/rooming/entries/{id}/cancel/":                          {"/api/rooming/entries/<entry>/cancel/", ""},
	"POST /api/rooming/entries/{id}/confirm/":                         {"/api/rooming/entries/<entry>/confirm/", ""},
	"POST /api/rooming/ledgers/":                                      {"", `{"property":<property>,"name":"X"}`},
	"GET /api/rooming/ledgers/{id}/":                                  {"/api/rooming/ledgers/<ledger>/", ""},
	"PATCH /api/rooming/ledgers/{id}/":                                {"/api/rooming/ledgers/<ledger>/", `{"name":"X"}`},
	"DELETE /api/rooming/ledgers/{id}/":                               {"/api/rooming/ledgers/<ledger>/", ""},
	"POST /api/rooming/ledgers/{id}/cancel/":                          {"/api/rooming/ledgers/<ledger>/cancel/", ""},
	"POST /api/rooming/ledgers/{id}/close/":                           {"/api/rooming/ledgers/<ledger>/close/", ""},
	"POST /api/rooming/ledgers/{id}/confirm/":                         {"/api/rooming/ledgers/<ledger>/confirm/", ""},
	"POST /api/rooming/entries/{id}/decline/":                         {"/api/rooming/entries/<entry>/decline/", `{"reason":"X"}`},
	"POST /api/rooming/ledgers/{id}/decline/":                         {"/api/rooming/ledgers/<ledger>/decline/", `{"reason":"X"}`},
	"GET /api/rooming/ledgers/{id}/entries/":                          {"/api/rooming/ledgers/<ledger>/entries/", ""},
	"POST /api/rooming/ledgers/{id}/entries/":                         {"/api/rooming/ledgers/<ledger>/entries/", `{"room":<room>,"arrival":"2031-01-01","departure":"2031-01-02","units":1}`},
	"POST /api/rooming/ledgers/{id}/send/":                            {"/api/rooming/ledgers/<ledger>/send/", ""},
	"GET /api/stop-sale/calendar/{hotel_id}/":                         {"/api/stop-sale/calendar/<property>/", ""},
	"GET /api/stop-sale/{hotel_id}/":                                  {"/api/stop-sale/<property>/", ""},
	"POST /api/stop-sale/event/create/":                               {"", `{"room":<room>,"date":"2031-01-01","color":2}`},
	"DELETE /api/stop-sale/event/delete/{id}/":                        {"/api/stop-sale/event/delete/<event>/", ""},
	"PUT /api/stop-sale/event/update/{id}/":                           {"/api/stop-sale/event/update/<event>/", `{"color":0}`},
	"DELETE /api/stop-sale/event/{id}/delete/":                        {"/api/stop-sale/event/<event>/delete/", ""},
	"PUT /api/stop-sale/event/{id}/update/":                           {"/api/stop-sale/event/<event>/update/", `{"color":0}`},
	"GET /api/stop-sale/pdf/{hotel_id}/":                              {"/api/stop-sale/pdf/<property>/", ""},
	"POST /api/stop-sale/pdf/{hotel_id}/send-mail/{mailing_list_id}/": {"/api/stop-sale/pdf/<property>/send-mail/<list>/", `{}`},
	"POST /api/stop-sale/save/":                                       {"", `{"property":<property>,"rooms":[{"id":<room>,"name":"X"}]}`},

	"POST /api/settings/widget/create/":          {"", `{"property":<property>}`},
	"GET /api/settings/widget/{property_id}/":    {"/api/settings/widget/<property>/", ""},
	"PATCH /api/settings/widget/{property_id}/":  {"/api/settings/widget/<property>/", `{"theme":"dark"}`},
	"DELETE /api/settings/widget/{property_id}/": {"/api/settings/widget/<property>/", ""},

	"POST /api/v1/integrations/connections/":               {"", `{"property":<property>,"name":"X","provider":"csv_url","settings":{"url":"https://pms.example.com/"}}`},
	"GET /api/v1/integrations/connections/{id}/":           {"/api/v1/integrations/connections/<connection>/", ""},
	"PATCH /api/v1/integrations/connections/{id}/":         {"/api/v1/integrations/connections/<connection>/", `{"name":"X"}`},
	"DELETE /api/v1/integrations/connections/{id}/":        {"/api/v1/integrations/connections/<connection>/", ""},
	"POST /api/v1/integrations/connections/{id}/sync/":     {"/api/v1/integrations/connections/<connection>/sync/", ""},
	"GET /api/v1/integrations/connections/{id}/sync-logs/": {"/api/v1/integrations/connections/<connection>/sync-logs/", ""},

	"GET /api/invoicing/invoices/{id}/":                {"/api/invoicing/invoices/<sent>/", ""},
	"GET /api/invoicing/invoices/{id}/download/":       {"/api/invoicing/invoices/<sent>/download/", ""},
	"GET /api/invoicing/invoices/{id}/pdf/":            {"/api/invoicing/invoices/<sent>/pdf/", ""},
	"POST /api/v1/integrations/exports/create/":        {"", `{"target":"availability","format":"json","property_ids":[<property>]}`},
	"GET /api/einvoice/{invoice_id}/":                  {"/api/einvoice/<sent>/", ""},
	"POST /api/invoicing/invoices/":                    {"", `{"property":<property>,"recipient_name":"X",` + invoiceBody + `}`},
	"POST /api/invoicing/invoices/create/":             {"", `{"property":<property>,"recipient_name":"X",` + invoiceBody + `}`},
	"PUT /api/invoicing/invoices/{id}/":                {"/api/invoicing/invoices/<invoice>/", `{"notes":"X"}`},
	"PUT /api/invoicing/invoices/{id}/update/":         {"/api/invoicing/invoices/<invoice>/update/", `{"notes":"X"}`},
	"DELETE /api/invoicing/invoices/{id}/":             {"/api/invoicing/invoices/<invoice>/", ""},
	"POST /api/invoicing/invoices/{id}/duplicate/":     {"/api/invoicing/invoices/<sent>/duplicate/", ""},
	"POST /api/invoicing/invoices/{id}/send/":          {"/api/invoicing/invoices/<invoice>/send/", ""},
	"POST /api/invoicing/invoices/{id}/mark-paid/":     {"/api/invoicing/invoices/<sent>/mark-paid/", ""},
	"POST /api/invoicing/invoices/{id}/dispute/":       {"/api/invoicing/invoices/<sent>/dispute/", ""},
	"POST /api/invoicing/invoices/{id}/clearing/":      {"/api/invoicing/invoices/<sent>/clearing/", ""},
	"POST /api/invoicing/invoices/{id}/cancel/":        {"/api/invoicing/invoices/<sent>/cancel/", `{"reason":"X"}`},
	"POST /api/invoicing/invoices/{id}/send-reminder/": {"/api/invoicing/invoices/<sent>/send-reminder/", ""},
	"POST /api/rooming/ledgers/{id}/invoice/":          {"/api/rooming/ledgers/<ledger>/invoice/", `{"prices":[{"room":<room>,"unit_price":"1"}]}`},
}

// scopeFiltered are lists: the manager finds the property there, with this path.
var scopeFiltered = map[string]string{
	"GET /api/allotment/calendars/":               "/api/allotment/calendars/",
	"GET /api/allotment/shares/":                  "/api/allotment/shares/",
	"GET /api/info/properties/":                   "/api/info/properties/",
	"GET /api/info/properties/search/":            "/api/info/properties/search/?name=borealis",
	"GET /api/partners/partners-properties/":      "/api/partners/partners-properties/",
	"GET /api/partners/properties/{contract_id}/": "/api/partners/properties/<contract>/",
	"GET /api/partners/override-approvals/":       "/api/partners/override-approvals/?property=<property>",
	"GET /api/partners/rate-contracts/":           "/api/partners/rate-contracts/?property=<property>",
	"GET /api/invoicing/invoices/":                "/api/invoicing/invoices/",
	"GET /api/einvoice/export/csv/":               "/api/einvoice/export/csv/",
	"GET /api/v1/integrations/connections/":       "/api/v1/integrations/connections/",
	"GET /api/rooming/ledgers/":                   "/api/rooming/ledgers/?property=<property>",
	"GET /api/reports/availability/":              "/api/reports/availability/?property_id=<property>",
	"GET /api/reports/availability/export/csv/":   "/api/reports/availability/export/csv/?property_id=<property>",
	"GET /api/settings/audit/":                    "/api/settings/audit/?page_size=500",
	"GET /api/notification/notification/":         "/api/notification/notification/",
}

// scopeMixed put records of the foreign property into requests about the own one.
var scopeMixed = []struct{ operation, body string }{
	{"POST /api/allotment/calendars/[calendar]/blocks/", `{"room":<room>,` + days + `,"quantity":1}`},
	{"POST /api/allotment/calendars/[master]/daily/", `{"room":<room>,"date":"2031-01-01","status":"stop"}`},
	{"POST /api/allotment/calendars/[master]/daily/batch/", `{"days":[{"room":<room>,"date":"2031-01-01","status":"stop"}]}`},
	{"POST /api/allotment/calendars/[master]/bulk/", `{"rooms":[<room>],"from":"2031-01-01","to":"2031-01-05","status":"stop"}`},
	{"GET /api/allotment/calendars/[master]/day-breakdown/?room=<room>&date=2031-01-01", ""},
	{"POST /api/allotment/calendars/", `{"property":[property],"name":"X","kind":"contracted","rate_contract":<rate>}`},
	{"PATCH /api/allotment/calendars/[contracted]/", `{"rate_contract":<rate>}`},
	{"PATCH /api/allotment/blocks/[block]/", `{"room":<room>}`},
	{"POST /api/allotment/shares/", `{"property":[property],"donor_room":<spare>,"recipient_room":[room],"max_units":1}`},
	{"PATCH /api/allotment/shares/[share]/", `{"donor_room":<spare>}`},
	{"PATCH /api/partners/rate-contracts/[rate]/", `{"rooms":[{"room":<room>,` + days + `,"quantity":1}]}`},
	{"POST /api/rooming/ledgers/", `{"property":[property],"name":"X","calendar":<calendar>}`},
	{"PATCH /api/rooming/ledgers/[ledger]/", `{"calendar":<calendar>}`},
	{"POST /api/rooming/ledgers/", `{"property":[property],"name":"X","entries":[{"room":<room>,"arrival":"2031-01-01","departure":"2031-01-02"}]}`},
	{"POST /api/rooming/ledgers/[ledger]/entries/", `{"room":<room>,"arrival":"2031-01-01","departure":"2031-01-02","units":1}`},
	{"PATCH /api/rooming/entries/[entry]/", `{"room":<room>}`},
	{"PUT /api/stop-sale/event/[event]/update/", `{"room":<room>}`},
	{"POST /api/stop-sale/save/", `{"property":[property],"rooms":[{"id":<room>,"name":"X"}]}`},
	{"POST /api/info/property/[property]/facts/rooms/", `{"id":<room>,"name":"X"}`},
	{"DELETE /api/info/property/[property]/facts/rooms/<spare>/", ""},
	{"POST /api/info/property/[property]/gallery/order/", `{"photos":[<photo>]}`},
	{"PATCH /api/info/property/[property]/gallery/<photo>/", `{"caption":"X"}`},
	{"PATCH /api/info/property/[property]/gallery/[photo]/", `{"room":<room>}`},
	{"DELETE /api/info/property/[property]/gallery/<photo>/", ""},
	{"POST /api/info/property/create/", `{"name":"A third"}`},
	{"PUT /api/einvoice/profile/", `{"buyer_reference":"X"}`},
	{"POST /api/invoicing/templates/", `{"name":"X"}`},
	{"PUT /api/invoicing/templates/1/", `{"bank_details":"X"}`},
	{"DELETE /api/invoicing/templates/1/", ""},
	{"POST /api/einvoice/inbox/<inbound>/link/", `{"invoice":"[invoice]"}`},
	{"POST /api/einvoice/import/", "<x/>"},
	{"GET /api/einvoice/inbox/", ""},
	{"GET /api/v1/integrations/imports/", ""},
	{"GET /api/v1/integrations/imports/1/", ""},
	{"PUT /api/invoicing/invoices/[invoice]/", `{"property":<property>}`},
}

// scopeFreeAreas have no record of a hotel's property, or are not for hotels.
var scopeFreeAreas = []string{
	"/api/admin/", "/api/auth/", "/api/external/", // staff, users, the world
	"/api/tour-operator/",                                                                  // tour operators
	"/api/notification/announce-app/",                                                      // of the staff
	"/api/info/publish/pending/",                                                           // staff
	"/api/info/fact-schemas/",                                                              // the catalogue
	"/api/partners/contract/", "/api/partners/contracts/", "/api/partners/override-facts/", // of accounts, and of tour operators
	"/api/payments/",                                                                                                 // of the account
	"/api/settings/contacts/", "/api/settings/mailing-lists/", "/api/settings/whitelists/", "/api/settings/api-key/", // of the account
	"/api/v1/integrations/webhooks/", "/api/dev/integrations/webhooks/", // bounded by the scope of the user who made the endpoint: asked in exchangetest
}

// scopeFree are single operations like these.
var scopeFree = []string{
	"POST /api/info/property/create/",                                // asked in scopeMixed: it makes a property out of the scope
	"GET /api/info/shared-photos/{link}/", "POST /api/v1/test-call/", // asked with the keys
	"POST /api/v1/alpinebits/", // has the property of its connection and no user
	"POST /api/partners/invitations/join/",
	"GET /api/partners/waiting-properties/", // of properties that are not published: asked in TestWaiting
	"GET /api/partners/", "GET /api/partners/discover/", "GET /api/partners/my-contracts/", "GET /api/partners/my-partners/",
	"GET /api/partners/facts-access/{contract_id}/",
	"GET /api/reports/activity/", // numbers of the account; a scoped user gets its own
	"GET /api/reports/api-stats/", "GET /api/reports/api-stats/export/csv/", "GET /api/reports/api-stats/summary/",
	"GET /api/notification/notification/count/", "DELETE /api/notification/notification/delete/",
	"PATCH /api/notification/notification/edit/", "POST /api/notification/notification/mark-all-read/",
	"GET /api/settings/api-keys/", "GET /api/settings/company/", "PUT /api/settings/company/",
	"GET /api/settings/company/settings", "PUT /api/settings/company/settings",
	"GET /api/settings/account/settings", "PUT /api/settings/account/settings",
	"GET /api/settings/preferences/", "PUT /api/settings/preferences/edit/",
	"GET /api/stop-sale/sources/", "POST /api/stop-sale/sources/",
	"GET /api/einvoice/profile/",
	"PUT /api/einvoice/profile/",                                                                                                     // asked in scopeMixed: it concerns the whole account
	"GET /api/einvoice/inbox/", "GET /api/einvoice/inbox/{id}/", "POST /api/einvoice/import/", "POST /api/einvoice/inbox/{id}/link/", // so does the inbox
	"GET /api/v1/integrations/imports/", "GET /api/v1/integrations/imports/{id}/", // so do imports
	"GET /api/invoicing/stats/",                                                                                                // asked in figuresAreOwn
	"GET /api/v1/integrations/exports/", "GET /api/v1/integrations/exports/{id}/", "DELETE /api/v1/integrations/exports/{id}/", // asked in exchangetest
	"GET /api/v1/integrations/exports/download/{link}/",
	"GET /api/invoicing/templates/", "GET /api/invoicing/templates/{id}/",
	"POST /api/invoicing/templates/", "PUT /api/invoicing/templates/{id}/", "DELETE /api/invoicing/templates/{id}/", // asked in scopeMixed
}
