import { form, onSubmit, problem, say, secret, send, texts } from './page.js'

// Behind the # no server sees it. Opening the page confirms nothing: mail scanners
// open every link.
const token = secret(location.hash.slice(1), 'token')
if (!token) {
  form.hidden = true
  say(texts.incomplete)
}

onSubmit(form, async () => {
  const answer = await send('/api/auth/email/confirm/', { token })
  form.hidden = Boolean(answer?.ok)
  say(answer?.ok ? texts.done : problem(answer))
})
