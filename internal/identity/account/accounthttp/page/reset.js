import { form, onSubmit, problem, say, secret, send, texts } from './page.js'

// Behind the # no server sees it.
const token = secret(location.hash.slice(1), 'token')
if (!token) {
  form.hidden = true
  say(texts.incomplete)
}

onSubmit(form, async (entered) => {
  const answer = await send('/api/auth/password/reset/confirm/', { token, new_password: entered.password })
  form.hidden = Boolean(answer?.ok)
  say(answer?.ok ? texts.done : problem(answer))
})
