// A season for many rooms is entered once and sent as a block for each room.
import { ApiError } from '../../platform/api/error'

/** The name of the field that holds the units of a room. */
export const quantityOf = (room: number): string => `quantity.${room}`

/** What the server said of the blocks, at the fields of the form: the days of all blocks are the same two fields. */
export function atSeason(cause: unknown, blocks: { room: number }[]): unknown {
  if (!(cause instanceof ApiError) || !Array.isArray(cause.body['errors'])) return cause
  const errors = (cause.body['errors'] as { field: string }[]).map((said) => {
    const [, at, field] = /^\[(\d+)\]\.(\w+)$/.exec(said.field) ?? []
    if (field === undefined) return said
    return { ...said, field: field === 'quantity' ? quantityOf(blocks[Number(at)]!.room) : field }
  })
  const once = errors.filter((said, i) => errors.findIndex((other) => other.field === said.field) === i)
  return new ApiError(cause.status, cause.code, cause.message, { ...cause.body, errors: once }, cause.retryAfter)
}
