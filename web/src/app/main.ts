import '@fontsource-variable/inter/wght.css'
import './base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { setLanguage } from '../platform/i18n/i18n.svelte'
import { languageAtStart } from '../platform/session.svelte'
import { theme } from '../platform/theme.svelte'
import { router } from './router.svelte'

theme.start()
router.start()
await setLanguage(languageAtStart())
mount(App, { target: document.getElementById('app')! })
