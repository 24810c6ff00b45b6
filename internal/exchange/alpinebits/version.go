package alpinebits

import "slices"

// Version is a version of the standard.
type Version string

// The versions that the server speaks.
const (
	V2020 Version = "2020-10"
	V2022 Version = "2022-10"
	V2024 Version = "2024-10"
)

// Versions lists them, the newest first.
var Versions = []Version{V2024, V2022, V2020}

// Action is the name of an action in a request.
type Action string

// The actions that the server knows.
const (
	ActionPing          Action = "OTA_Ping:Handshaking"
	ActionFreeRooms     Action = "OTA_HotelInvCountNotif:FreeRooms"
	ActionInventoryPush Action = "OTA_HotelDescriptiveContentNotif:Inventory"
	ActionInventoryPull Action = "OTA_HotelDescriptiveInfo:Inventory"
	ActionRead          Action = "OTA_Read:GuestRequests"
	ActionAcknowledge   Action = "OTA_NotifReport:GuestRequests"
)

// Actions lists them.
var Actions = []Action{ActionPing, ActionFreeRooms, ActionInventoryPush, ActionInventoryPull, ActionRead, ActionAcknowledge}

// Known reports whether the server knows the action.
func (a Action) Known() bool { return slices.Contains(Actions, a) }

// answers names the root element of the answer to each action, and its version.
var answers = map[Action]struct{ name, version string }{
	ActionPing:          {"OTA_PingRS", "8.000"},
	ActionFreeRooms:     {"OTA_HotelInvCountNotifRS", "7.000"},
	ActionInventoryPush: {"OTA_HotelDescriptiveContentNotifRS", "8.000"},
	ActionInventoryPull: {"OTA_HotelDescriptiveInfoRS", "8.000"},
	ActionRead:          {"OTA_ResRetrieveRS", "7.000"},
	ActionAcknowledge:   {"OTA_NotifReportRS", "1.000"},
}

// requests names the root element of the request of each action.
var requests = map[Action]string{
	ActionPing:          "OTA_PingRQ",
	ActionFreeRooms:     "OTA_HotelInvCountNotifRQ",
	ActionInventoryPush: "OTA_HotelDescriptiveContentNotifRQ",
	ActionInventoryPull: "OTA_HotelDescriptiveInfoRQ",
	ActionRead:          "OTA_ReadRQ",
	ActionAcknowledge:   "OTA_NotifReportRQ",
}

// offer is an action in the handshake, with what the server can do of it.
type offer struct {
	Action   string   `json:"action"`
	Supports []string `json:"supports,omitempty"`
}

// offers returns what the server announces in a version, the handshake first. In
// 2020-10 complete sets need no capability.
func offers(v Version) []offer {
	freeRooms := []string{
		"OTA_HotelInvCountNotif_accept_rooms", "OTA_HotelInvCountNotif_accept_categories", "OTA_HotelInvCountNotif_accept_deltas",
		"OTA_HotelInvCountNotif_accept_out_of_order", "OTA_HotelInvCountNotif_accept_out_of_market", "OTA_HotelInvCountNotif_accept_closing_seasons",
	}
	if v != V2020 {
		freeRooms = append(freeRooms, "OTA_HotelInvCountNotif_accept_complete_set")
	}
	return []offer{
		{Action: pingOffer},
		{Action: "action_OTA_HotelInvCountNotif", Supports: freeRooms},
		{Action: "action_OTA_HotelDescriptiveContentNotif_Inventory", Supports: []string{
			"OTA_HotelDescriptiveContentNotif_Inventory_use_rooms", "OTA_HotelDescriptiveContentNotif_Inventory_occupancy_children",
		}},
		{Action: "action_OTA_HotelDescriptiveInfo_Inventory"},
		{Action: "action_OTA_Read"},
	}
}

const pingOffer = "action_OTA_Ping"
