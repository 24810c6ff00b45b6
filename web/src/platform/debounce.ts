const rest = 250 // milliseconds without another call
const longest = 1000 // and never later than this after the first one

export interface Debounced {
  (): void
  /** Forgets the work that is still to come. */
  stop: () => void
}

/** A function that does its work once the calls rest, so that many changes in a row are read once. */
export function debounce(work: () => void): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first = 0
  const call = () => {
    const now = Date.now()
    first ||= now
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        first = 0
        work()
      },
      Math.max(0, Math.min(rest, first + longest - now)),
    )
  }
  const stop = () => {
    clearTimeout(timer)
    first = 0
  }
  return Object.assign(call, { stop })
}
