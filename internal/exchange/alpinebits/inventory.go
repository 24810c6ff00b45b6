package alpinebits

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// Inventory is a message about the room categories of a hotel.
type Inventory struct {
	Hotel      Hotel
	Categories []Category
}

// Category is a room category.
type Category struct {
	Line                                    int
	Code                                    string
	Title                                   string
	MinOccupancy, MaxOccupancy, MaxChildren int
	StandardOccupancy                       int
	Rooms                                   []string // RoomID of each room; none: the message does not list them
}

// ReadInventory reads and checks a message of Inventory/Basic.
func ReadInventory(v Version, request []byte) (Inventory, error) {
	var m Inventory
	root, err := parse(request, requests[ActionInventoryPush])
	if err != nil {
		return m, err
	}
	if err := root.only(envelope, "HotelDescriptiveContents"); err != nil {
		return m, err
	}
	contents, err := root.the("HotelDescriptiveContents")
	if err != nil {
		return m, err
	}
	content, err := contents.the("HotelDescriptiveContent")
	if err != nil {
		return m, err
	}
	// HotelInfo, ContactInfos and the like belong to Inventory/HotelInfo.
	if err := content.only("HotelCode HotelName HotelCityCode AreaID", "FacilityInfo"); err != nil {
		return m, err
	}
	if m.Hotel, err = readHotel(v, content); err != nil {
		return m, err
	}
	facility, err := content.the("FacilityInfo")
	if err != nil {
		return m, err
	}
	rooms, err := facility.the("GuestRooms")
	if err != nil {
		return m, err
	}
	if err := rooms.only("", "GuestRoom"); err != nil {
		return m, err
	}
	for _, e := range rooms.kids {
		if err := m.readRoom(e); err != nil {
			return m, err
		}
	}
	return m, nil
}

// readRoom reads a category, or a room of the category before it.
func (m *Inventory) readRoom(e *element) error {
	if err := e.only("Code MinOccupancy MaxOccupancy MaxChildOccupancy ID", "TypeRoom Amenities MultimediaDescriptions"); err != nil {
		return err
	}
	code, err := e.code("Code", maxCategory)
	if err != nil {
		return err
	}
	t, err := e.the("TypeRoom")
	if err != nil {
		return err
	}
	if err := t.only("StandardOccupancy RoomClassificationCode RoomID Size RoomType", ""); err != nil {
		return err
	}
	if last := len(m.Categories) - 1; last >= 0 && m.Categories[last].Code == code {
		return m.Categories[last].addRoom(e, t)
	}
	if slices.ContainsFunc(m.Categories, func(c Category) bool { return c.Code == code }) {
		return refuse(codeRoom, "%s: the rooms of category %s must follow it", e.at(), code)
	}
	c, err := readCategory(code, e, t)
	m.Categories = append(m.Categories, c)
	return err
}

// readCategory reads the first GuestRoom of a code, which describes the category.
func readCategory(code string, e, t *element) (Category, error) {
	c := Category{Line: e.line, Code: code}
	if t.has("RoomID") {
		return c, refuse(codeRoom, "%s begins the category %s and must not have a RoomID", t.at(), code)
	}
	for _, n := range []struct {
		from     *element
		name     string
		into     *int
		required bool
	}{
		{e, "MinOccupancy", &c.MinOccupancy, true},
		{e, "MaxOccupancy", &c.MaxOccupancy, true},
		{e, "MaxChildOccupancy", &c.MaxChildren, false},
		{t, "StandardOccupancy", &c.StandardOccupancy, true},
	} {
		if n.required && !n.from.has(n.name) {
			return c, refuse(codeMissing, "%s needs %s, because it begins the category %s", n.from.at(), n.name, code)
		}
		var err error
		if *n.into, err = n.from.count(n.name, 1); err != nil {
			return c, err
		}
	}
	if c.MinOccupancy > c.StandardOccupancy || c.StandardOccupancy > c.MaxOccupancy || c.MaxChildren > c.MaxOccupancy {
		return c, refuse(codeDates, "%s has inconsistent values for occupancy: MinOccupancy <= StandardOccupancy <= MaxOccupancy must hold, and MaxChildOccupancy <= MaxOccupancy", e.at())
	}
	if err := checkClassification(t); err != nil {
		return c, err
	}
	if _, err := t.count("Size", 0); err != nil {
		return c, err
	}
	if err := checkAmenities(e); err != nil {
		return c, err
	}
	c.Title = titleOf(e)
	return c, checkDescriptions(e)
}

// titleOf returns the title of a category: in English, else the first.
func titleOf(e *element) (title string) {
	list := e.kid("MultimediaDescriptions")
	if list == nil {
		return ""
	}
	for _, d := range list.kids {
		if d.attr("InfoCode") != infoTitle || d.kid("TextItems") == nil {
			continue
		}
		for _, item := range d.kid("TextItems").all("TextItem") {
			for _, text := range item.all("Description") {
				if text.attr("TextFormat") == "PlainText" && (title == "" || text.attr("Language") == "en") {
					title = strings.Join(strings.Fields(text.text), " ")
				}
			}
		}
	}
	return title
}

// addRoom reads a further GuestRoom of a category: one room, without anything that
// describes the category.
func (c *Category) addRoom(e, t *element) error {
	for name, of := range map[string]*element{
		"MinOccupancy": e, "MaxOccupancy": e, "MaxChildOccupancy": e, "ID": e,
		"StandardOccupancy": t, "RoomClassificationCode": t, "Size": t, "RoomType": t,
	} {
		if of.has(name) {
			return refuse(codeRoom, "%s is a room of category %s and must not have %s", of.at(), c.Code, name)
		}
	}
	if len(e.kids) > 1 {
		return refuse(codeRoom, "%s is a room of category %s and must have a TypeRoom only", e.at(), c.Code)
	}
	if !t.has("RoomID") {
		return refuse(codeMissing, "%s is a room of category %s and needs a RoomID", t.at(), c.Code)
	}
	id, err := t.code("RoomID", maxRoom)
	if err != nil {
		return err
	}
	if slices.Contains(c.Rooms, id) {
		return refuse(codeRoom, "%s: category %s has room %s twice", t.at(), c.Code, id)
	}
	c.Rooms = append(c.Rooms, id)
	return nil
}

// The last codes of the OTA tables GRI (guest room info), RMA (room amenities) and PIC
// (picture categories).
const (
	lastClassification = 99
	lastAmenity        = 300
	lastPicture        = 23
)

func checkClassification(t *element) error {
	if !t.has("RoomClassificationCode") {
		return refuse(codeMissing, "%s needs a RoomClassificationCode, such as 42 for a room", t.at())
	}
	n, err := t.count("RoomClassificationCode", 1)
	if err != nil || n > lastClassification {
		return refuse(codeValue, "RoomClassificationCode of %s must be a code of the OTA table GRI", t.at())
	}
	if kind := t.attr("RoomType"); t.has("RoomType") && (len(kind) != 1 || kind < "1" || kind > "9") {
		return refuse(codeValue, "RoomType of %s must be from 1 to 9", t.at())
	}
	return nil
}

// amenity is a code of the OTA table RMA, or one of AlpineBits such as 1.ALP.
var amenity = regexp.MustCompile(`^([0-9]{1,3})(\.[A-Z]{3})?$`)

func checkAmenities(e *element) error {
	list := e.kid("Amenities")
	if list == nil {
		return nil
	}
	if err := list.only("", "Amenity"); err != nil {
		return err
	}
	for _, a := range list.kids {
		if err := a.only("RoomAmenityCode", ""); err != nil {
			return err
		}
		if !a.has("RoomAmenityCode") {
			continue
		}
		parts := amenity.FindStringSubmatch(a.attr("RoomAmenityCode"))
		if parts != nil {
			if n, _ := strconv.Atoi(parts[1]); n >= 1 && (parts[2] != "" || n <= lastAmenity) {
				continue
			}
		}
		return refuse(codeValue, "RoomAmenityCode of %s must be a code of the OTA table RMA", a.at())
	}
	return nil
}

// The InfoCodes of descriptions: one of each, the title is required.
const (
	infoDescription = "1"
	infoPictures    = "23"
	infoTitle       = "25"
)

func checkDescriptions(e *element) error {
	list := e.kid("MultimediaDescriptions")
	if list == nil {
		return refuse(codeMissing, "%s needs MultimediaDescriptions with the title of the category (InfoCode 25)", e.at())
	}
	if err := list.only("", "MultimediaDescription"); err != nil {
		return err
	}
	var seen []string
	for _, d := range list.kids {
		info := d.attr("InfoCode")
		if !slices.Contains([]string{infoDescription, infoPictures, infoTitle}, info) {
			return refuse(codeValue, "InfoCode of %s must be 1, 23 or 25", d.at())
		}
		if slices.Contains(seen, info) {
			return refuse(codeValue, "%s: a category has at most one MultimediaDescription with InfoCode %s", d.at(), info)
		}
		seen = append(seen, info)
		if err := checkDescription(d, info); err != nil {
			return err
		}
	}
	if !slices.Contains(seen, infoTitle) {
		return refuse(codeMissing, "%s needs the title of the category (InfoCode 25)", list.at())
	}
	return nil
}

func checkDescription(d *element, info string) error {
	if info == infoPictures {
		if err := d.only("InfoCode", "ImageItems"); err != nil {
			return err
		}
		items, err := d.the("ImageItems")
		if err != nil {
			return err
		}
		if len(items.kids) == 0 {
			return refuse(codeMissing, "%s needs an ImageItem", items.at())
		}
		for _, i := range items.kids {
			if err := i.only("Category", "ImageFormat Description"); err != nil {
				return err
			}
			if n, err := i.count("Category", 1); err != nil || n > lastPicture {
				return refuse(codeValue, "Category of %s must be a code of the OTA table PIC, such as 6 for a guest room", i.at())
			}
			if _, err := i.the("ImageFormat"); err != nil {
				return err
			}
			if err := checkTexts(i); err != nil {
				return err
			}
		}
		return nil
	}
	if err := d.only("InfoCode", "TextItems"); err != nil {
		return err
	}
	items, err := d.the("TextItems")
	if err != nil {
		return err
	}
	item, err := items.the("TextItem")
	if err != nil {
		return err
	}
	if item.kid("Description") == nil {
		return refuse(codeMissing, "%s needs a Description", item.at())
	}
	return checkTexts(item)
}

// checkTexts checks the texts of an element: one for each language and format.
func checkTexts(e *element) error {
	type of struct{ language, format string }
	seen := map[of]bool{}
	for _, d := range e.all("Description") {
		if err := d.only("Language TextFormat", ""); err != nil {
			return err
		}
		is := of{d.attr("Language"), d.attr("TextFormat")}
		if _, err := language.ParseBase(is.language); err != nil || len(is.language) != 2 {
			return refuse(codeValue, "Language of %s must be a language of ISO 639-1, such as de", d.at())
		}
		if is.format != "PlainText" && is.format != "HTML" {
			return refuse(codeValue, "TextFormat of %s must be PlainText or HTML", d.at())
		}
		if seen[is] {
			return refuse(codeValue, "%s: there is a %s in %s already", d.at(), is.format, is.language)
		}
		seen[is] = true
	}
	return nil
}

// ReadInventoryPull reads which hotel a system asks the inventory of.
func ReadInventoryPull(v Version, request []byte) (Hotel, error) {
	root, err := parse(request, requests[ActionInventoryPull])
	if err != nil {
		return Hotel{}, err
	}
	list, err := root.the("HotelDescriptiveInfos")
	if err != nil {
		return Hotel{}, err
	}
	info, err := list.the("HotelDescriptiveInfo")
	if err != nil {
		return Hotel{}, err
	}
	return readHotel(v, info)
}

// inventoryAnswer is the answer to a system that asks for the inventory.
func inventoryAnswer(of Hotel, rooms []codedRoom, warnings []Warning) []byte {
	return document(ActionInventoryPull, func(w *writer) {
		w.success(warnings)
		w.open("HotelDescriptiveContents")
		w.open("HotelDescriptiveContent", "HotelCode", of.Code, "HotelName", cut(of.Name, 128))
		w.open("FacilityInfo")
		w.open("GuestRooms")
		for _, r := range rooms {
			r.write(w)
		}
		w.close("GuestRooms", "FacilityInfo", "HotelDescriptiveContent", "HotelDescriptiveContents")
	})
}

// apartments are the kinds of rooms with the classification of an apartment.
var apartments = []string{"studio", "apartment", "maisonette", "bungalow", "villa", "mobile_home", "cabin"}

// write writes a category. What the hotel has not stated of its occupancy follows
// from the rest, because the standard demands a number.
func (r codedRoom) write(w *writer) {
	least := max(1, r.MinOccupancy)
	usual := max(least, r.StandardOccupancy)
	most := max(usual, r.MaxOccupancy)
	children := ""
	if r.MaxChildren > 0 {
		children = strconv.Itoa(min(r.MaxChildren, most))
	}
	kind := "42"
	if slices.Contains(apartments, r.Kind) {
		kind = "13"
	}
	w.open("GuestRoom", "Code", r.code, "MinOccupancy", strconv.Itoa(least), "MaxOccupancy", strconv.Itoa(most), "MaxChildOccupancy", children)
	w.empty("TypeRoom", "StandardOccupancy", strconv.Itoa(usual), "RoomClassificationCode", kind)
	w.open("MultimediaDescriptions")
	w.open("MultimediaDescription", "InfoCode", infoTitle)
	w.open("TextItems")
	w.open("TextItem")
	name := r.Name
	if name == "" {
		name = r.code
	}
	w.leaf("Description", name, "TextFormat", "PlainText", "Language", "en")
	w.close("TextItem", "TextItems", "MultimediaDescription", "MultimediaDescriptions", "GuestRoom")
}
