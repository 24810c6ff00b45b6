// Stripe.js, which Stripe serves itself: card numbers go from its own frame to Stripe and never to us. The page has
// the right to load it only where this installation has payments by Stripe.
import { ApiError } from '../platform/api/error'
import { t } from '../platform/i18n/i18n.svelte'

interface Element {
  mount: (on: HTMLElement) => void
  unmount: () => void
}
interface Answer {
  error?: { message?: string }
  setupIntent?: { payment_method: string }
}
interface Stripe {
  elements: () => { create: (kind: 'card', options: object) => Element }
  confirmCardSetup: (secret: string, with_: object) => Promise<Answer>
  handleNextAction: (of: { clientSecret: string }) => Promise<Answer>
  confirmCardPayment: (secret: string, with_?: object) => Promise<Answer>
}

const source = 'https://js.stripe.com/v3/'
let loading: Promise<Stripe> | undefined

/** The public key of this installation, from the page itself. */
const key = () => document.querySelector<HTMLMetaElement>('meta[name=stripe-key]')?.content ?? ''

/** Whether the page may load Stripe.js; if not, it must be loaded anew from the server. */
export const available = () => key() !== ''

export function stripe(): Promise<Stripe> {
  loading ??= new Promise<Stripe>((done, fail) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = () => done((window as unknown as { Stripe: (key: string) => Stripe }).Stripe(key()))
    script.onerror = () => {
      loading = undefined
      fail(new ApiError(0, 'stripe', t('billing.nostripe')))
    }
    document.head.append(script)
  })
  return loading
}

const refused = (answer: Answer) => new ApiError(402, 'card_declined', answer.error?.message ?? t('billing.declined'))

/** A field for a card, drawn by Stripe in a frame. */
export async function cardField(on: HTMLElement): Promise<Element> {
  const style = getComputedStyle(document.documentElement)
  const field = (await stripe())
    .elements()
    .create('card', { style: { base: { color: style.getPropertyValue('--text').trim(), fontSize: '13px' } } })
  field.mount(on)
  return field
}

/** Confirms a card for later payments; returns what Stripe calls it. */
export async function confirmCard(secret: string, card: Element): Promise<string> {
  const answer = await (await stripe()).confirmCardSetup(secret, { payment_method: { card } })
  if (!answer.setupIntent) throw refused(answer)
  return answer.setupIntent.payment_method
}

/** Lets the bank ask the customer, if it wants to. */
export async function confirmPayment(secret: string): Promise<void> {
  const answer = await (await stripe()).confirmCardPayment(secret)
  if (answer.error) throw refused(answer)
}
