package app

import "allot/internal/platform/httpx/apidoc"

// tags are the groups of operations in the description, in the order in which one
// meets them: to sign in, the daily work, what systems use, what is there to look up,
// and last what is frozen and what is for staff.
var tags = []apidoc.Tag{
	{Name: "Accounts", Description: "Start here: log in (`POST /api/auth/login/`) and send `auth_token` as `Authorization: Token <auth_token>`. Also registration, passwords, sessions, and sub-users with their permissions."},
	{Name: "Properties and fact sheets", Description: "The properties of a hotel and their facts: rooms, restaurants, pools and every other category, each with a JSON Schema of its own."},
	{Name: "Photos", Description: "The gallery of a property: add photos, describe and order them, choose the cover."},
	{Name: "Publication", Description: "From a draft to what partners see: a hotel submits its fact sheet, staff review it, the approved version is published, downloaded and mailed."},
	{Name: "Allotment", Description: "The daily work with availability: calendars of rooms and dates, units, stop sales (a closed day), minimum stay and release days, blocks, units shared between rooms, and the calendar as a PDF."},
	{Name: "Rooming", Description: "Rooming lists: an operator sends who arrives when, the hotel confirms or declines. Confirmed entries take units of the calendar."},
	{Name: "Partners", Description: "Contracts between hotels and tour operators: find a partner, propose, accept and amend, and see what a contract permits. Also rate contracts, and what an operator shows differently."},
	{Name: "Tour operators", Description: "What an operator reads of its hotels, and its own codes for properties, rooms and states of a day."},
	{Name: "Invoicing", Description: "Invoices from draft to paid: numbers, PDF, mail, reminders, templates, figures."},
	{Name: "E-invoices", Description: "Invoices as UBL, CII or ZUGFeRD files by EN 16931, for accounting as CSV, and the inbox of those that were received."},
	{Name: "Reports", Description: "What happened in the account, how full the properties are, and how API keys are used."},
	{Name: "Notifications", Description: "What a user is told inside the dashboard, announcements of the staff to all, and what has changed, as it happens."},
	{Name: "Settings", Description: "The company behind the account, preferences of each user, contacts, mailing lists and the audit trail."},
	{Name: "API keys", Description: "Keys for systems: what each may read, from which domains, and rotation without a gap."},
	{Name: "Widgets", Description: "A property on the hotel's own site: facts, photos and availability, drawn by one script on the pages of the hosts that the widget allows."},
	{Name: "Partner API", Description: "What systems read and send with an API key: availability with stop sales, facts, photos, rooming lists, invoices; as JSON or XML, with ETag and cursor. The guide is at `/docs/partner-api/`."},
	{Name: "Webhooks", Description: "Events sent to an address of your own, signed, tried again until they arrive, and replayed on demand."},
	{Name: "Integrations", Description: "Connections to property management systems: syncs and their logs, imports of availability, flat exports."},
	{Name: "AlpineBits", Description: "The AlpineBits server for property management systems that speak this protocol."},
	{Name: "Bulk exports", Description: "Large files made in the background: ask for one, watch it, download it by its link."},
	{Name: "Reference data", Description: "Countries, states, cities, currencies and the choices of forms, in four languages."},
	{Name: "Plans and billing", Description: "The plan of an account: what it costs, cards, payments, renewal and past bills."},
	{Name: "Legacy stop sale", Description: "The stop sale calendar of former versions. It is frozen and deprecated: the tag Allotment has stop sales for every new client."},
	{Name: "Platform staff", Description: "For the staff of the platform only: accounts, plans, failed jobs, kept mail."},
}
