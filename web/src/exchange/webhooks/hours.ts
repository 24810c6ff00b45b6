export interface Hour {
  success: number
  failed: number
  pending: number
}

/** The deliveries of the last 24 hours by hour, the oldest first. */
export function hoursOf(
  deliveries: { created_at: string; status: 'success' | 'failed' | 'pending' }[],
  now: number,
): Hour[] {
  const hours = Array.from({ length: 24 }, (): Hour => ({ success: 0, failed: 0, pending: 0 }))
  for (const d of deliveries) {
    const ago = Math.floor((now - Date.parse(d.created_at)) / 3_600_000)
    const hour = hours[23 - Math.max(0, ago)] // a clock that is behind the server's must not lose the newest
    if (hour) hour[d.status]++
  }
  return hours
}

export const totalOf = (hours: Hour[]): Hour =>
  hours.reduce(
    (sum, h) => ({ success: sum.success + h.success, failed: sum.failed + h.failed, pending: sum.pending + h.pending }),
    { success: 0, failed: 0, pending: 0 },
  )
