package factsheet_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/factsheet"
	"allot/internal/content/property"
	"allot/internal/platform/lang"
)

func ptr[T any](v T) *T { return &v }

// hotel is a sheet as a hotel on Crete fills it, with texts in five languages.
func hotel(tb testing.TB, language string) factsheet.Sheet {
	tb.Helper()
	return factsheet.Sheet{
		Property: property.Property{
			ID: 7, Name: "Ξενοδοχείο Ακτή Ήλιος", PropertyType: "resort", Stars: ptr(4.5), Chain: "Ήλιος Hotels",
			Country: "GR", City: "Χερσόνησος", Address: "Λεωφόρος Ελ. Βενιζέλου 114", PostalCode: "700 14",
			Phone: "+302897012345", Email: "sales@akti-ilios.example", Website: "https://www.akti-ilios.example",
			Timezone: "Europe/Athens",
		},
		Company: "Ακτή Ήλιος Τουριστικές Επιχειρήσεις Α.Ε.", Facts: hotelFacts(tb), Photos: hotelPhotos(),
		Version: 3, PublishedAt: time.Date(2030, 5, 30, 22, 30, 0, 0, time.UTC), // already the 31st in Athens
		Language: language, Format: lang.In(language), GeneratedAt: time.Date(2030, 6, 1, 9, 0, 0, 0, time.UTC),
	}
}

// checked reads records from JSON and holds them against the catalogue.
func checked(tb testing.TB, raw string) facts.Sheet {
	tb.Helper()
	var bodies map[string]json.RawMessage
	require.NoError(tb, json.Unmarshal([]byte(raw), &bodies))
	sheet := facts.Sheet{}
	for key, body := range bodies {
		c, ok := facts.Load().Find(key)
		require.True(tb, ok, key)
		records, list, err := c.ParseBody(body)
		require.NoError(tb, err, key)
		for i, r := range records {
			record, err := c.Merge(facts.Prefix(list, i), facts.Record{}, r)
			require.NoError(tb, err, key)
			sheet[key] = append(sheet[key], facts.Entry{ID: int64(i + 1), Position: i, Data: record})
		}
	}
	return sheet
}

func hotelFacts(tb testing.TB) facts.Sheet {
	tb.Helper()
	return checked(tb, `{
"general": {"official_name":"Ξενοδοχείο Ακτή Ήλιος","property_type":"resort","official_rating":4.5,"chain_name":"Ήλιος Hotels",
  "license_number":"1039K014A0067200","year_built":1998,"year_renovated_full":2019,"year_renovated_part":2028,"rooms_total":186,
  "buildings_count":5,"floors_count":3,"lifts_count":4,"plot_area":32000,"opening_periods":[{"from":"04-15","to":"10-31"}],
  "themes":["family","beach","all_inclusive","couples"],
  "short_description":{"en":"A family resort on its own sandy bay, five minutes from the old harbour of Hersonissos.",
   "de":"Ein Familienresort an der eigenen Sandbucht, fünf Minuten vom alten Hafen von Chersonissos.",
   "el":"Οικογενειακό θέρετρο σε δικό του αμμώδη κόλπο, πέντε λεπτά από το παλιό λιμάνι της Χερσονήσου.",
   "tr":"Kendi kumlu koyunda, Hersonissos'un eski limanına beş dakika uzaklıkta bir aile tatil köyü.",
   "ru":"Семейный курорт в собственной песчаной бухте, в пяти минутах от старой гавани Херсониссоса."},
  "long_description":{"en":"The five low buildings lie in a garden of olive trees and bougainvillea that ends at the beach. All rooms were rebuilt in 2019; the main restaurant and the children's pool followed in 2028.\n\nMost guests come for the calm bay with its shallow water, for the kitchen with produce from the hotel's own farm, and for the children's club that is open six days a week.",
   "de":"Die fünf niedrigen Gebäude liegen in einem Garten mit Olivenbäumen und Bougainvilleen, der am Strand endet. Alle Zimmer wurden 2019 erneuert; Hauptrestaurant und Kinderbecken folgten 2028.",
   "el":"Τα πέντε χαμηλά κτίρια βρίσκονται σε κήπο με ελιές και μπουκαμβίλιες που καταλήγει στην παραλία. Όλα τα δωμάτια ανακαινίστηκαν το 2019· το κεντρικό εστιατόριο και η παιδική πισίνα το 2028.",
   "tr":"Beş alçak bina, plajda biten zeytin ağaçları ve begonvillerle dolu bir bahçede yer alır. Tüm odalar 2019'da yenilendi; ana restoran ve çocuk havuzu 2028'de.",
   "ru":"Пять невысоких зданий стоят в саду с оливами и бугенвиллеями, который выходит прямо к пляжу. Все номера обновлены в 2019 году."}},
"location": {"address_line1":"Λεωφόρος Ελ. Βενιζέλου 114","postal_code":"700 14","city":"Χερσόνησος","region":"Κρήτη","country":"GR",
  "latitude":35.3167,"longitude":25.3833,"altitude":6,"timezone":"Europe/Athens","location_types":["beachfront","quiet","promenade"],
  "airport_iata":"HER","transfer_minutes":30,"road_between_hotel_and_beach":false,"noise_possible":false,
  "directions":{"en":"From the airport take the national road E75 east to the exit Hersonissos, then follow the signs to the harbour.",
   "el":"Από το αεροδρόμιο ακολουθήστε την εθνική οδό Ε75 ανατολικά ως την έξοδο Χερσόνησος.","ru":"Из аэропорта по трассе E75 на восток."}},
"contacts": [
  {"department":"sales","person":"Μαρία Παπαδάκη","job_title":"Διευθύντρια πωλήσεων","email":"sales@akti-ilios.example","phone":"+302897012345","languages":["el","en","de"],
   "available_hours":[{"days":["mon","tue","wed","thu","fri"],"from":"09:00","to":"17:00"}]},
  {"department":"stop_sale","person":"Ayşe Yılmaz-Çağlar","email":"stopsale@akti-ilios.example","languages":["tr","en"]},
  {"department":"management","person":"Γιώργος Σκουλάς","phone":"+306900000000","shared_with_partners":false}],
"distances": [
  {"target":"beach","distance":0,"measured":"walking","name":"Hotel beach"},
  {"target":"airport","distance":26400,"measured":"driving","duration":30,"name":"Ηράκλειο «Νίκος Καζαντζάκης»","iata_code":"HER","reached_by":["taxi","public_bus","car"],"hotel_shuttle":"fee"},
  {"target":"town_centre","distance":850,"measured":"walking","duration":11,"reached_by":["on_foot"]},
  {"target":"bus_stop","distance":120,"measured":"walking"},
  {"target":"hospital","distance":24500,"measured":"driving","duration":28,"name":"ΠΑΓΝΗ"},
  {"target":"golf_course","distance":7600,"measured":"driving","duration":12,"name":"Crete Golf Club"}],
"rooms": [
  {"code":"DBL.SV","name":"Double Room Sea View","kind":"room","room_total_units":92,"size":26,"min_occupancy":1,"standard_occupancy":2,"max_occupancy":3,"max_adults":3,"max_children":1,"max_infants_extra":1,
   "beds":[{"type":"king","count":1,"width":180},{"type":"sofa_bed","count":1,"width":120}],"views":["sea"],"outdoor":["balcony"],
   "bathroom":["shower","hairdryer","toiletries","slippers"],"air_conditioning":"individual",
   "amenities":["wifi","smart_tv","safe_free","minibar_fee","kettle","desk","non_smoking","smoke_detector"],"accessible_units":2,
   "description":{"en":"Bright room on the first to third floor with a balcony towards the sea.","de":"Helles Zimmer im ersten bis dritten Stock mit Balkon zum Meer.","el":"Φωτεινό δωμάτιο στον πρώτο έως τρίτο όροφο με μπαλκόνι προς τη θάλασσα.","tr":"Birinci ile üçüncü kat arasında, denize bakan balkonlu aydınlık oda.","ru":"Светлый номер с балконом и видом на море."}},
  {"code":"FAM.GV","name":"Οικογενειακό δωμάτιο με θέα στον κήπο","kind":"family_room","room_total_units":64,"size":38,"min_occupancy":2,"standard_occupancy":3,"max_occupancy":5,"max_adults":3,"max_children":3,
   "beds":[{"type":"double","count":1,"width":160},{"type":"bunk","count":1,"width":90},{"type":"cot","count":1}],"bedrooms":2,"views":["garden","pool"],"outdoor":["terrace"],
   "bathroom":["bathtub","separate_toilet","hairdryer"],"air_conditioning":"individual","amenities":["wifi","satellite_tv","safe_free","fridge","kettle"],
   "description":{"en":"Two rooms with a sliding door between them; the children's room has a bunk bed.","el":"Δύο χώροι με συρόμενη πόρτα· το παιδικό δωμάτιο έχει κουκέτα."}},
  {"code":"JST.SF","name":"Junior Suite Sea Front","kind":"junior_suite","room_total_units":30,"size":44.5,"min_occupancy":1,"standard_occupancy":2,"max_occupancy":4,"max_adults":4,"max_children":2,
   "beds":[{"type":"king","count":1,"width":200}],"views":["sea_front"],"outdoor":["terrace","private_pool"],"air_conditioning":"individual","amenities":["wifi","smart_tv","coffee_machine","living_area"]}],
"board_types": [
  {"code":"AI","breakfast":"buffet","lunch":"buffet","dinner":"themed_buffet","breakfast_hours":{"from":"07:00","to":"10:30"},"lunch_hours":{"from":"12:30","to":"14:30"},"dinner_hours":{"from":"18:30","to":"21:30"},
   "drinks_included":"local_all","drinks_hours":{"from":"10:00","to":"23:00"},"included_extras":["snacks","coffee_and_cake","ice_cream"],"diets":["vegetarian","vegan","gluten_free"]},
  {"code":"HB","name":{"en":"Half board at the sea","el":"Ημιδιατροφή δίπλα στη θάλασσα"},"breakfast":"buffet","dinner":"buffet","breakfast_hours":{"from":"07:00","to":"10:30"},"dinner_hours":{"from":"18:30","to":"21:30"}}],
"restaurants": [
  {"name":"Θάλασσα","type":"a_la_carte","meals":["dinner"],"seats_indoor":40,"seats_outdoor":60,"reservation":"required","opening_hours":[{"days":["tue","wed","thu","fri","sat"],"from":"19:00","to":"22:30"}]},
  {"name":"Elia","type":"main_buffet","meals":["breakfast","lunch","dinner"],"seats_indoor":260,"high_chairs":true}],
"pools": [{"kind":"main","place":"outdoor","water":"fresh","area":420,"depth_min":1.2,"depth_max":1.6,"lifeguard":true,"sunbeds":"free","parasols":"free","towels":"fee"},
  {"name":"Δελφίνι","kind":"children","place":"outdoor","water":"fresh","area":60,"depth_min":0.3,"depth_max":0.5}],
"beach": {"access":"directly_at","distance":0,"ownership":"public","surface":["fine_sand"],"sunbeds":"free","parasols":"free","blue_flag":true},
"children": {"children_welcome":true,"infant_to_age":1,"child_to_age":12,"playground":true,"cots":"free","babysitting":"fee",
  "clubs":[{"name":"Mini Club","age_from":4,"age_to":12,"hours":[{"days":["mon","tue","wed","thu","fri","sat"],"from":"10:00","to":"17:00"}],"languages":["el","en","de"],"offer":"free"},
           {"name":"Teens","age_from":13,"age_to":17,"season":[{"from":"06-15","to":"09-10"}],"offer":"free"}]},
"services": {"reception":"24h","languages":["el","en","de","tr","ru"],"wifi_public":"free","wifi_rooms":"free","parking":"free","parking_spaces":80,"laundry":"fee","cleaning":"daily"},
"policies": {"check_in_from":"14:00","check_out_until":"12:00","late_check_out":"fee","pets":"no","smoking":"designated_areas","payment_methods":["cash","visa","mastercard"],
  "currency":"EUR","tourist_tax":{"amount":"10.00","currency":"EUR"},"tourist_tax_basis":"room_night",
  "house_rules":{"en":"Quiet hours are from 23:00 to 07:00. Towels must not be left on sunbeds before 08:00.","el":"Ώρες κοινής ησυχίας 23:00 έως 07:00.","ru":"Тихие часы с 23:00 до 07:00."}},
"safety_sustainability": {"fire_alarm_system":true,"smoke_detectors_rooms":true,"emergency_plan":true,"last_fire_inspection":"2030-03-12",
  "certificates":[{"scheme":"travelife","level":"Gold","valid_until":"2031-12-31"},{"scheme":"green_key","number":"GR-2210"}]}
}`)
}

// view paints a sea under a sky, so that looking at the pages says something.
func view(width, height, n int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{uint8(120 + 100*y/height), uint8(170 + 60*y/height), 235, 255}
			if 10*y > (5+n%3)*height {
				c = color.RGBA{uint8(10 + 4*n), uint8(90 + 50*y/height + (x*7+y*13)%9), uint8(140 + (x*3+y*5)%17), 255}
			}
			if 10*y > 8*height+x {
				c = color.RGBA{230, uint8(200 + (x+y)%11), 150, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func file(data []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
}

// views are files of photos that were made before: most tests show the same.
var views sync.Map

func photo(n, width, height int, caption string) factsheet.Photo {
	key := [3]int{n, width, height}
	data, found := views.Load(key)
	if !found {
		var buf bytes.Buffer
		_ = jpeg.Encode(&buf, view(width, height, n), nil)
		data = buf.Bytes()
		views.Store(key, data)
	}
	return factsheet.Photo{Caption: caption, Width: width, Height: height, Open: file(data.([]byte))}
}

func hotelPhotos() []factsheet.Photo {
	var photos []factsheet.Photo
	add := func(room int64, p factsheet.Photo) {
		if room > 0 {
			p.Room = &room
		}
		photos = append(photos, p)
	}
	add(0, photo(0, 300, 400, "Ο κήπος το πρωί"))
	add(0, photo(1, 420, 280, "Η παραλία από ψηλά"))
	photos[1].IsCover = true
	add(1, photo(2, 400, 300, "Double Room Sea View"))
	add(1, photo(3, 400, 300, ""))
	add(1, photo(4, 400, 300, "Banyo"))
	add(2, photo(5, 300, 400, "Οικογενειακό δωμάτιο"))
	for n := range 7 {
		add(0, photo(n, 420, 280+10*n, fmt.Sprintf("Вид %d: Pool, Çocuk havuzu", n+1)))
	}
	return photos
}

func logo() func() (io.ReadCloser, error) {
	img := image.NewNRGBA(image.Rect(0, 0, 500, 180))
	for y := range 180 {
		for x := range 500 {
			if (x-90)*(x-90)+(y-90)*(y-90) < 80*80 || (x > 200 && y > 60 && y < 120) {
				img.SetNRGBA(x, y, color.NRGBA{15, 98, 214, 255})
			}
		}
	}
	var buf bytes.Buffer
	_ = png.Encode(&buf, img)
	return file(buf.Bytes())
}
