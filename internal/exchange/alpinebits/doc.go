// Package alpinebits is the server side of AlpineBits HotelData, the language of
// property management systems in the Alps: it reads their messages, checks what the
// standard demands beyond its schema, and writes the answers.
//
// A message is stored whole or not at all. FreeRooms become the units that a system
// reports as taken, Inventory changes how many units a room type has, and
// GuestRequests gives the hotel's own system the stays of the rooming ledgers. The
// system that calls is a connection; its property is the only one that it reaches.
package alpinebits
