// A story with a client of openapi-typescript and openapi-fetch: see ../README.md.
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const baseUrl = process.env.ALLOT_URL ?? "http://127.0.0.1:8080";
const password = "olive-tram-lantern"; // of every user of the demo

// answered returns what an operation answered, or throws what it refused with.
function answered<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (result.data === undefined) {
    throw new Error(`${result.response.status} ${JSON.stringify(result.error)}`);
  }
  return result.data;
}

// logIn returns a client that sends the token of a session.
async function logIn(email: string) {
  const { auth_token } = answered(
    await createClient<paths>({ baseUrl }).POST("/api/auth/login/", { body: { email, password } }),
  );
  return createClient<paths>({ baseUrl, headers: { Authorization: `Token ${auth_token}` } });
}

function day(ahead: number): string {
  return new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
}

const [from, to] = [day(45), day(47)];

// The hotel looks at its calendar and stops a room type.
const hotel = await logIn("anna@hotel-poseidon.example");
const properties = answered(await hotel.GET("/api/info/properties/"));
const property = properties.results[0];
console.log(`${property.name}, property ${property.id}`);

const calendars = answered(
  await hotel.GET("/api/allotment/calendars/", { params: { query: { property: property.id } } }),
);
const master = calendars.results.find((c) => c.kind === "master");
if (!master) throw new Error("the property has no Master calendar");

const path = { id: master.id };
const grid = answered(
  await hotel.GET("/api/allotment/calendars/{id}/grid/", { params: { path, query: { from, to } } }),
);
const room = grid.rooms[0];
console.log(`${room.room_name}: ${room.total_units} units, ${Object.keys(room.days).length} days read`);

const saved = answered(
  await hotel.POST("/api/allotment/calendars/{id}/bulk/", {
    params: { path },
    body: { from, to, rooms: [room.room_id], status: "stop", reason: "renovation" },
  }),
);
console.log(`${saved.saved} days stopped`);

// The system of the tour operator reads the same days with a key.
const operator = await logIn("jana@nordlicht-reisen.example");
const key = answered(
  await operator.POST("/api/settings/api-key/create/", {
    body: { name: "Story in TypeScript", permissions: { stop_sale: true } },
  }),
);
if (!key.token) throw new Error("a new key comes with its token");

const seen = answered(
  await createClient<paths>({ baseUrl }).GET("/api/v1/allotment-stop-sale/{token}/", {
    params: { path: { token: key.token }, query: { from, to, property_id: String(property.id) } },
  }),
);
for (const calendar of seen.properties[0].calendars ?? []) {
  const same = calendar.rooms.find((r) => r.room_id === room.room_id);
  for (const d of same?.days ?? []) {
    console.log(`${d.date}: ${d.state}, ${d.available} available`);
  }
}
