package document

// Unit is what a quantity counts.
type Unit string

// The units.
const (
	UnitPiece     Unit = "piece"
	UnitNight     Unit = "night"
	UnitRoomNight Unit = "room_night"
	UnitDay       Unit = "day"
	UnitWeek      Unit = "week"
	UnitMonth     Unit = "month"
	UnitHour      Unit = "hour"
	UnitPerson    Unit = "person"
	UnitFlat      Unit = "flat"
)

// Units lists every unit.
var Units = []Unit{UnitPiece, UnitNight, UnitRoomNight, UnitDay, UnitWeek, UnitMonth, UnitHour, UnitPerson, UnitFlat}

// Code returns the code of UN/ECE Recommendation 20. It has none for a night.
func (u Unit) Code() string {
	switch u {
	case UnitNight, UnitRoomNight, UnitDay:
		return "DAY"
	case UnitWeek:
		return "WEE"
	case UnitMonth:
		return "MON"
	case UnitHour:
		return "HUR"
	case UnitPerson:
		return "IE"
	case UnitFlat:
		return "LS"
	case UnitPiece:
	}
	return "C62"
}
