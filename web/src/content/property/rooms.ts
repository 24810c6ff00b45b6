/** A room type as the wizard asks for it; the rest is filled in on the fact sheet. */
export interface NewRoom {
  code: string
  name: string
  room_total_units: number | null
}

export const blankRoom = (): NewRoom => ({ code: '', name: '', room_total_units: null })

/** The rooms that something was entered for, as the server takes them. */
export function roomBodies(rooms: NewRoom[]): Record<string, string | number>[] {
  return rooms
    .map((r) => ({
      ...(r.code.trim() ? { code: r.code.trim() } : {}),
      ...(r.name.trim() ? { name: r.name.trim() } : {}),
      ...(r.room_total_units === null ? {} : { room_total_units: r.room_total_units }),
    }))
    .filter((r) => Object.keys(r).length > 0)
}
