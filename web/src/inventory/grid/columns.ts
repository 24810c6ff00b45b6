import { toDate, toISO, weekday, type Day } from '../../platform/civil'

export interface Column {
  i: number
  day: Day
  iso: string
  /** Number of the day in the month, and the name of the weekday. */
  date: string
  name: string
  label: string
  weekend: boolean
  first: boolean
  today: boolean
  past: boolean
}

export interface Month {
  key: string
  label: string
  first: number
  days: number
}

export interface Columns {
  from: Day
  count: number
  list: Column[]
  months: Month[]
}

/** The columns of a calendar. They are made once for a year and a language, not while scrolling. */
export function makeColumns(from: Day, count: number, today: Day, language: string): Columns {
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const full = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const names = Array.from({ length: 7 }, (_, i) =>
    [...name.format(toDate(4 + i)).replace(/\.$/, '')].slice(0, 3).join(''),
  ) // 4 is a Monday
  const free = weekendOf(language)
  const list: Column[] = []
  const months: Month[] = []
  for (let i = 0; i < count; i++) {
    const day = from + i
    const iso = toISO(day)
    const date = toDate(day)
    list.push({
      i,
      day,
      iso,
      date: String(date.getUTCDate()),
      name: names[weekday(day) - 1]!,
      label: full.format(date),
      weekend: free.includes(weekday(day)),
      first: date.getUTCDate() === 1,
      today: day === today,
      past: day < today,
    })
    const last = months.at(-1)
    if (last?.key === iso.slice(0, 7)) last.days++
    else months.push({ key: iso.slice(0, 7), label: month.format(date), first: i, days: 1 })
  }
  return { from, count, list, months }
}

interface WeekInfo {
  weekend?: number[]
  firstDay?: number
}

function weekInfo(language: string): WeekInfo {
  const l = new Intl.Locale(language) as Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo }
  return l.getWeekInfo?.() ?? l.weekInfo ?? {}
}

/** The days of the weekend where a language is spoken; Saturday and Sunday if the browser does not know. */
export const weekendOf = (language: string): number[] => weekInfo(language).weekend ?? [6, 7]

/** The seven days of the week in the order of the language; Monday first if the browser does not know. */
export function weekOrder(language: string): number[] {
  const first = weekInfo(language).firstDay ?? 1
  return Array.from({ length: 7 }, (_, i) => ((first - 1 + i) % 7) + 1)
}
