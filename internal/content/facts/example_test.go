package facts_test

// The example records of the design.
const (
	exampleRooms = `[{"id":17,"position":0,"code":"DBL.SV","name":"Double Sea View","kind":"room","room_total_units":48,
		"size":26,"min_occupancy":1,"standard_occupancy":2,"max_occupancy":3,"max_adults":3,"max_children":1,
		"beds":[{"type":"king","count":1,"width":180},{"type":"sofa_bed","count":1}],
		"views":["sea"],"outdoor":["balcony"],"bathroom":["shower","hairdryer"],"air_conditioning":"individual",
		"amenities":["wifi","smart_tv","safe_free","minibar_fee"],"accessible_units":2,
		"description":{"en":"26 m² with balcony to the sea."}}]`
	examplePools = `[{"id":3,"position":0,"kind":"main","place":"outdoor","water":"fresh","area":420,"depth_min":1.2,"depth_max":1.6,
		"heating":"heatable","heating_season":[{"from":"10-15","to":"04-30"}],"lifeguard":true,
		"sunbeds":"free","parasols":"free","towels":"fee"}]`
)
