import {h, replace} from './dom.js';

// session is who the page's requests are sent as: the browser's session (a cookie), or a
// token that is kept in memory only.
export const session = {
  user: null,
  token: '',
  listeners: [],
  changed() { this.listeners.forEach((f) => f()); },

  // headers and credentials of a request.
  request() {
    return this.token ? {headers: {Authorization: 'Token ' + this.token}, credentials: 'omit'} : {headers: {}, credentials: 'same-origin'};
  },

  // load asks who is signed in. A 401 is the usual answer of a first visit, and a
  // browser would show it as an error: so it is asked only if a visit has signed in.
  async load() {
    this.user = null;
    if (this.token || remembered()) {
      const {headers, credentials} = this.request();
      const res = await fetch('/api/auth/session/', {headers, credentials}).catch(() => null);
      if (res?.ok) this.user = (await res.json()).user;
      else if (!this.token) remember(false);
    }
    this.changed();
    return this.user;
  },

  async login(email, password) {
    const res = await fetch('/api/auth/login/', {
      method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({email, password}), credentials: 'same-origin',
    });
    const body = await res.json().catch(() => ({}));
    if (!res.ok) throw new Error(body.message ?? 'The server answered ' + res.status);
    this.token = '';
    remember(true);
    return this.load();
  },

  async useToken(token) {
    this.token = token.trim().replace(/^(Token|Bearer)\s+/i, '');
    if (!(await this.load())) {
      this.token = '';
      throw new Error('Nobody is signed in with this token.');
    }
  },

  async logout() {
    if (!this.token) await fetch('/api/auth/logout/', {method: 'POST', credentials: 'same-origin'}).catch(() => null);
    this.token = '';
    remember(false);
    this.user = null;
    this.changed();
  },
};

function remembered() {
  try { return localStorage.getItem('docs-session') === 'yes'; } catch { return true; }
}

function remember(yes) {
  try { yes ? localStorage.setItem('docs-session', 'yes') : localStorage.removeItem('docs-session'); } catch { /* storage is off */ }
}

// openLogin shows the dialog.
export function openLogin(dialog) {
  const said = h('p', {class: 'said', role: 'alert'});
  const attempt = (work) => async (event) => {
    event.preventDefault();
    said.textContent = '';
    try {
      await work(new FormData(event.target));
      dialog.close();
    } catch (e) {
      said.textContent = e.message;
    }
  };
  replace(dialog,
    h('div', {class: 'head'}, h('h2', {id: 'login-title'}, session.user ? 'Signed in' : 'Sign in'), h('button', {type: 'button', class: 'quiet', 'aria-label': 'Close', click: () => dialog.close()}, '✕')),
    session.user
      ? [h('p', null, 'Requests of this page are sent as ', h('strong', null, session.user.email), session.token ? ' with the token that you gave.' : '.'),
        h('button', {type: 'button', class: 'main', click: async () => { await session.logout(); dialog.close(); }}, 'Sign out')]
      : [h('p', {class: 'about'}, 'Requests of this page are then sent as you. They read and write the real data of your account. The demo (', h('code', null, 'allot demo'), ') prints its users and their password where it was started.'),
        h('form', {submit: attempt((f) => session.login(f.get('email'), f.get('password')))},
          h('label', null, 'E-mail', h('input', {name: 'email', type: 'email', autocomplete: 'username', required: true})),
          h('label', null, 'Password', h('input', {name: 'password', type: 'password', autocomplete: 'current-password', required: true})),
          h('button', {class: 'main'}, 'Sign in')),
        h('details', null, h('summary', null, 'With a token instead'),
          h('form', {submit: attempt((f) => session.useToken(f.get('token')))},
            h('label', null, h('span', null, h('code', null, 'auth_token'), ' of a log-in, kept until the page is left'), h('input', {name: 'token', autocomplete: 'off', required: true})),
            h('button', {class: 'main'}, 'Use the token'))),
        h('p', {class: 'about'}, 'Operations of partners need no session: the key goes into the address, as ', h('code', null, 'token'), '.')],
    said);
  dialog.showModal();
}
