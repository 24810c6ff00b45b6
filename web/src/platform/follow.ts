const every = 2000

/** Reads every two seconds while something is under way and the page is looked at; returns how to stop. */
export function follow(read: () => Promise<unknown>): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    timer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await read()
      if (!stopped) next() // after the answer: a slow server is not asked faster than it answers
    }, every)
  }
  next()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
