// A story with a client of @hey-api/openapi-ts: see ../README.md.
import { createClient } from "./client/client/index.js";
import {
  bulkUpdateDays,
  createApiKey,
  exportAvailability,
  getCalendarGrid,
  listCalendars,
  listProperties,
  logIn,
} from "./client/index.js";

const baseUrl = process.env.ALLOT_URL ?? "http://127.0.0.1:8080";
const password = "olive-tram-lantern"; // of every user of the demo
const throwOnError = true;

// signedIn returns a client that sends the token of a session.
async function signedIn(email: string) {
  const { data } = await logIn({ client: createClient({ baseUrl }), body: { email, password }, throwOnError });
  return createClient({ baseUrl, headers: { Authorization: `Token ${data.auth_token}` } });
}

function day(ahead: number): string {
  return new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
}

const [from, to] = [day(52), day(54)];

// The hotel looks at its calendar and stops a room type.
const hotel = await signedIn("anna@hotel-poseidon.example");
const { data: properties } = await listProperties({ client: hotel, throwOnError });
const property = properties.results[0];
console.log(`${property.name}, property ${property.id}`);

const { data: calendars } = await listCalendars({ client: hotel, query: { property: property.id }, throwOnError });
const master = calendars.results.find((c) => c.kind === "master");
if (!master) throw new Error("the property has no Master calendar");

const path = { id: master.id };
const { data: grid } = await getCalendarGrid({ client: hotel, path, query: { from, to }, throwOnError });
const room = grid.rooms[0];
console.log(`${room.room_name}: ${room.total_units} units, ${Object.keys(room.days).length} days read`);

const { data: saved } = await bulkUpdateDays({
  client: hotel,
  path,
  body: { from, to, rooms: [room.room_id], status: "stop", reason: "renovation" },
  throwOnError,
});
console.log(`${saved.saved} days stopped`);

// The system of the tour operator reads the same days with a key.
const operator = await signedIn("jana@nordlicht-reisen.example");
const { data: key } = await createApiKey({
  client: operator,
  body: { name: "Story in TypeScript", permissions: { stop_sale: true } },
  throwOnError,
});
if (!key.token) throw new Error("a new key comes with its token");

const { data: seen } = await exportAvailability({
  client: createClient({ baseUrl }),
  path: { token: key.token },
  query: { from, to, property_id: String(property.id) },
  throwOnError,
});
for (const calendar of seen.properties[0].calendars ?? []) {
  const same = calendar.rooms.find((r) => r.room_id === room.room_id);
  for (const d of same?.days ?? []) {
    console.log(`${d.date}: ${d.state}, ${d.available} available`);
  }
}
