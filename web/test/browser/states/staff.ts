import { press, type States } from './state'

export const states: States = {
  staff: {
    review: { path: '/admin/publications/', reads: /\/publish\/pending\/\?/, open: { decline: press('Decline') } },
    accounts: { path: '/admin/accounts/', reads: /\/api\/admin\/accounts\//, open: { new: press('Open an account') } },
    account: {
      path: '/admin/accounts/2/',
      reads: /\/api\/admin\/accounts\/2\/$/,
      open: { grant: press('Grant a plan'), suspend: press('Suspend') },
    },
    plans: {
      path: '/admin/plans/',
      reads: /\/api\/admin\/plans\//,
      open: { plan: press('Gold'), new: press('New plan') },
    },
    health: { path: '/admin/health/', reads: /\/api\/admin\/health\//, open: { job: press('notify_mail') } },
    mail: { path: '/admin/mail/', reads: /\/api\/admin\/mail\// },
    announcements: {
      path: '/admin/announcements/',
      reads: /\/announce-app\/all\//,
      open: { new: press('New announcement'), edit: press('New: availability as a PDF') },
    },
    seller: { path: '/admin/seller/', reads: /\/billing\/seller\// },
    settings: { path: '/settings/' },
  },
}
