// Who is signed in, and what the user may do.
import { api, ok, onSessionEnd, type Schemas } from './api/client'
import { best, setLanguage, type Language } from './i18n/i18n.svelte'
import { chooseDates, chooseZone } from './region.svelte'
import { theme } from './theme.svelte'

export type SessionData = Schemas['SessionResponseBody']
export type Flag =
  | 'stop_sales'
  | 'partner_connections'
  | 'fact_sheets'
  | 'photos'
  | 'invoicing'
  | 'rooming'
  | 'subscriptions'
  | 'settings'
  | 'integrations'
  | 'reports'
export type Persona = 'accommodation' | 'tour_operator' | 'admin'

const heartbeatEvery = 10 * 60_000

class Session {
  data = $state.raw<SessionData>()
  /** The session ended while the page was open: the log-in lies over it. */
  ended = $state(false)
  #waiting: ((again: boolean) => void)[] = []

  constructor() {
    onSessionEnd(() => this.askAgain())
  }

  get persona(): Persona | undefined {
    return this.data?.user.account_type
  }

  may(flag: Flag): boolean {
    return this.data?.permissions[flag] ?? false
  }

  /** Reads who is signed in; false: nobody is. A browser in which nobody was is not asked. */
  async load({ maybe = false } = {}): Promise<boolean> {
    if (maybe && !localStorage.getItem(signedInKey)) return false
    const { data, error, response } = await api.GET('/api/auth/session/')
    if (response.status === 401) {
      localStorage.removeItem(signedInKey)
      return false
    }
    this.#take(await ok(Promise.resolve({ data, error, response })))
    return true
  }

  #take(data: SessionData) {
    this.data = data
    localStorage.setItem(signedInKey, 'yes')
    theme.set(data.preferences.theme as 'system' | 'light' | 'dark')
    chooseDates(data.preferences.date_format)
    chooseZone(data.preferences.timezone)
    remember(data.preferences.language as Language)
  }

  /** Logs in. Over an ended session it lets the requests go on that wait for it. */
  async logIn(email: string, password: string, remember_me: boolean) {
    const before = this.data?.user.id
    const { user } = await ok(api.POST('/api/auth/login/', { body: { email, password, remember_me } }))
    if (before !== undefined && before !== user.id) {
      location.reload() // what is on the page is somebody else's
      return
    }
    this.ended = false
    await this.load()
    await setLanguage(best([this.data!.preferences.language]))
    for (const go of this.#waiting.splice(0)) go(true)
  }

  async logOut() {
    await ok(api.POST('/api/auth/logout/'))
    localStorage.removeItem(signedInKey)
    location.assign('/log-in/')
  }

  /** Leaves an ended session: what waits for it fails with 401. */
  leave() {
    for (const go of this.#waiting.splice(0)) go(false)
    location.assign('/log-in/')
  }

  /** Waits for a log-in over the page. Before the first one there is none to wait for. */
  askAgain(): Promise<boolean> {
    if (!this.data) return Promise.resolve(false)
    this.ended = true
    return new Promise((go) => this.#waiting.push(go))
  }

  /** Says that somebody looks at the page, every ten minutes. */
  beat() {
    const send = () => {
      if (this.data && !this.ended && document.visibilityState === 'visible')
        void api.POST('/api/auth/heartbeat/').catch(() => undefined)
    }
    setInterval(send, heartbeatEvery)
  }

  /** Reads again who is signed in, after the user has changed its own settings, and shows it. */
  async refresh() {
    await this.load()
    await setLanguage(best([this.data!.preferences.language]))
  }

  /** Changes something of the user's preferences, and shows it. */
  async prefer(
    change: Partial<Pick<SessionData['preferences'], 'language' | 'theme' | 'density' | 'date_format' | 'timezone'>>,
  ) {
    const preferences = await ok(api.PUT('/api/settings/preferences/edit/', { body: change }))
    if (this.data) this.data = { ...this.data, preferences }
    theme.set(preferences.theme as 'system' | 'light' | 'dark')
    chooseDates(preferences.date_format)
    chooseZone(preferences.timezone)
    remember(preferences.language as Language)
    await setLanguage(best([preferences.language]))
  }

  setUnread(unread: number) {
    if (this.data) this.data = { ...this.data, unread_notifications: unread }
  }
}

const languageKey = 'allot.language'
const signedInKey = 'allot.signedin'

/** Keeps the language for the pages before the log-in. */
function remember(language: Language) {
  localStorage.setItem(languageKey, language)
}

/** The language before anybody is signed in: that of the link, of the last log-in, or of the browser. */
export function languageAtStart(): Language {
  const wanted = new URLSearchParams(location.search).get('lang')
  return best([wanted ?? '', localStorage.getItem(languageKey) ?? '', ...navigator.languages])
}

export { remember as rememberLanguage }

export const session = new Session()
