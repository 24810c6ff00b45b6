package drawing

// scenes names what there is to draw.
var scenes = map[string]func(*canvas){
	"bar": bar, "bathroom": bathroom, "beach": beach, "exterior": exterior, "family_room": familyRoom,
	"garden": garden, "kids_club": kidsClub, "lobby": lobby, "pool": pool, "restaurant": restaurant,
	"room": room, "spa": spa, "suite": suite, "view": view,
}
