import {h, replace, code} from './dom.js';
import {blocks, inline, slug} from './markdown.js';
import {Api} from './document.js';
import {Index} from './search.js';
import {session, openLogin} from './session.js';
import {show, methodPill} from './operation.js';

const $ = (id) => document.getElementById(id);
const [main, list, search, side, menu] = ['main', 'list', 'search', 'side', 'menu'].map($);
let api, index;

start();

async function start() {
  keys();
  theme();
  $('who').addEventListener('click', () => openLogin($('login')));
  session.listeners.push(() => { $('who').textContent = session.user ? session.user.email : 'Sign in'; });
  try {
    const read = async (address, optional) => {
      const res = await fetch(address);
      if (!res.ok && optional) return {};
      if (!res.ok) throw new Error(address + ' was answered with ' + res.status);
      return res.json();
    };
    const [doc, first] = await Promise.all([read('/api/openapi.json'), read('start.json', true)]);
    api = new Api(doc, first);
  } catch (e) {
    replace(list);
    replace(main, h('h1', null, 'The API description cannot be read'), h('p', {class: 'said'}, e.message), h('button', {type: 'button', class: 'main', click: () => location.reload()}, 'Try again'));
    return;
  }
  $('version').textContent = api.doc.info.version;
  replace($('links'), pages().map((p) => h('a', {href: '#/' + p.id}, p.short ?? p.title)), (api.start.links ?? []).map((l) => h('a', {href: l.address}, l.title)));
  drawList();
  window.addEventListener('hashchange', route);
  route();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  index = new Index(api);
  session.load();
}

const pages = () => api.start.pages ?? [];

// guideLink turns the links of the guides, which are files of a folder, into pages here.
function guideLink(address) {
  const [file, part] = address.split('#');
  if (!file) return '#/' + decodeURIComponent(location.hash.slice(2)).split('/')[0] + '/' + part;
  const page = pages().find((p) => p.address === address || p.files?.includes(file));
  if (page) return '#/' + page.id + (part ? '/' + part : '');
  if (/^(https?:|\/)/.test(address)) return address;
  if (address.endsWith('api/openapi.json')) return '/api/openapi.json';
  return null; // a file of the repository that is not served
}

// route shows what the address names: #operationId, #/page, #/page/heading, #/tag/name.
async function route() {
  const hash = decodeURIComponent(location.hash.slice(1));
  closeMenu();
  const mark = (address) => {
    for (const a of list.querySelectorAll('[aria-current]')) a.removeAttribute('aria-current');
    const a = address && [...list.querySelectorAll('a')].find((x) => decodeURIComponent(x.getAttribute('href')) === '#' + address);
    if (!a) return;
    a.setAttribute('aria-current', 'page');
    const box = a.closest('details');
    if (box) box.open = true;
    a.scrollIntoView({block: 'nearest'});
  };
  const o = api.byId.get(hash);
  let title = '';
  if (o) {
    show(api, main, o, guideLink);
    title = o.summary;
  } else if (hash.startsWith('/tag/')) {
    title = hash.slice(5);
    drawTag(title);
  } else if (hash.startsWith('/')) {
    const [id, part] = hash.slice(1).split('/');
    const page = pages().find((p) => p.id === id);
    title = page?.title ?? '';
    if (page) await drawPage(page, part);
    else drawHome();
    if (part && page) {
      mark('');
      document.title = title + ' · Allot API';
      return;
    }
  } else if (hash && hash !== 'main') {
    replace(main, h('h1', null, 'No such operation'), h('p', null, 'There is no operation ', h('code', null, hash), ' in this version. The search finds operations by their names, paths and texts.'));
  } else drawHome();
  mark(hash);
  document.title = (title ? title + ' · ' : '') + 'Allot API';
  window.scrollTo(0, 0);
}

function row(o, words = []) {
  return h('a', {href: '#' + o.id, class: o.deprecated ? 'old' : o.late ? 'late' : '', title: o.path}, methodPill(o), h('span', null, marked(o.summary, words)));
}

// marked shows where the words of a search are.
function marked(text, words) {
  if (!words.length) return text;
  const parts = text.split(new RegExp('(' + words.map((w) => w.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|') + ')', 'giu'));
  return parts.map((p, i) => (i % 2 ? h('mark', null, p) : p));
}

function drawList() {
  const guides = h('details', {class: 'narrow'}, h('summary', null, 'Guides'), pages().map((p) => h('a', {href: '#/' + p.id}, h('span', {class: 'method'}, 'GUIDE'), p.title)));
  replace(list, guides, api.tags.map((t) => h('details', null,
    h('summary', null, t.name, h('small', null, String(t.operations.length))),
    t.operations.map((o) => row(o)))));
}

function drawFound() {
  const query = search.value.trim();
  if (!query) {
    drawList();
    return route();
  }
  guides();
  const words = query.toLowerCase().split(/\s+/);
  const {operations, sections} = index.find(query);
  const shown = operations.slice(0, 80);
  const named = (s) => words.some((w) => s.title.includes(w));
  const section = (s) => h('a', {href: '#/' + s.page.id + '/' + slug(s.heading)}, h('span', {class: 'method'}, 'GUIDE'), h('span', null, marked(s.heading, words), h('small', null, ' ' + s.page.title)));
  replace(list,
    h('p', {class: 'hint', role: 'status'}, operations.length + (operations.length === 1 ? ' operation' : ' operations') + (operations.length > shown.length ? ', the best ' + shown.length + ' shown' : '')),
    sections.filter(named).slice(0, 3).map(section),
    shown.map((o) => h('div', {class: 'found'}, row(o, words), h('small', null, o.tag, ' · ', marked(snippet(o, words) ?? o.path, words)))),
    sections.filter((s) => !named(s)).slice(0, 6).map(section),
    operations.length + sections.length ? null : h('p', {class: 'hint'}, 'Nothing has all of these words. Try fewer.'));
}

// snippet is the part of an operation's text where a word is that the title lacks.
function snippet(o, words) {
  const word = words.find((w) => !o.summary.toLowerCase().includes(w));
  const at = word ? o.description.toLowerCase().indexOf(word) : -1;
  if (at < 0) return null;
  const from = Math.max(0, o.description.lastIndexOf(' ', at - 30));
  return (from ? '… ' : '') + o.description.slice(from, at + 60).replaceAll('`', '').trim() + ' …';
}

let guidesRead;
// guides reads the guides once, when the first search asks for them.
function guides() {
  guidesRead ??= Promise.all(pages().map(async (p) => {
    const res = await fetch(p.address);
    if (res.ok) index.addGuide(p, await res.text());
  })).then(() => { if (search.value.trim()) drawFound(); }).catch(() => { guidesRead = undefined; });
}

function drawTag(name) {
  const tag = api.tags.find((t) => t.name === name);
  if (!tag) return drawHome();
  replace(main, h('article', null, h('h1', {tabindex: '-1'}, tag.name), h('div', {class: 'text'}, blocks(tag.description, {link: guideLink, heading: 2})), h('div', {class: 'rows'}, tag.operations.map((o) => row(o)))));
}

async function drawPage(page, part) {
  if (main.dataset.page !== page.id || !main.querySelector('.guide-text')) {
    const res = await fetch(page.address);
    const text = await res.text();
    if (decodeURIComponent(location.hash.slice(2)).split('/')[0] !== page.id) return; // left meanwhile
    const body = h('article', {class: 'guide-text'}, blocks(text, {link: guideLink, anchor: (id) => 'at-' + id}));
    const headings = [...body.querySelectorAll('h2, h3')];
    const toc = h('nav', {class: 'toc', 'aria-label': 'On this page'}, headings.map((x) => h('a', {class: x.localName, href: '#/' + page.id + '/' + x.id.slice(3)}, x.textContent)), h('a', {href: page.address, class: 'raw'}, 'As text'));
    replace(main, h('div', {class: 'with-toc'}, body, toc));
    main.dataset.page = page.id;
  }
  const at = part && $('at-' + part);
  if (at) at.scrollIntoView();
}

function drawHome() {
  const s = api.start;
  const tasks = (s.tasks ?? []).map((t) => h('section', {class: 'card'}, h('h2', null, t.title), t.operations.map((call) => api.byCall.get(call)).filter(Boolean).map((o) => row(o))));
  replace(main, h('article', {class: 'home'},
    h('h1', {tabindex: '-1'}, s.title ?? api.doc.info.title),
    h('div', {class: 'text lead'}, blocks(s.intro ?? api.doc.info.description ?? '', {link: guideLink, heading: 1})),
    tasks.length ? h('div', {class: 'cards'}, tasks) : null,
    s.signin ? h('section', {class: 'text'}, h('h2', {id: 'signing-in'}, 'How to sign in'), blocks(s.signin.text, {link: guideLink, heading: 2}), code(s.signin.code.replaceAll('$ORIGIN', location.origin)),
      h('p', null, h('button', {type: 'button', class: 'main', click: () => openLogin($('login'))}, 'Sign in on this page'))) : null,
    h('section', null, h('h2', null, 'All ' + api.operations.length + ' operations'),
      h('div', {class: 'tags'}, api.tags.map((t) => h('a', {class: 'card', href: '#/tag/' + encodeURIComponent(t.name)}, h('strong', null, t.name), h('small', null, t.operations.length + ' operations'), h('span', null, inline(firstSentence(t.description))))))),
    s.intro ? h('section', {class: 'text'}, h('h2', null, 'Rules of every operation'), blocks(api.doc.info.description ?? '', {heading: 2})) : null));
}

const firstSentence = (text) => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

function keys() {
  let timer;
  search.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => index && drawFound(), 60); });
  document.addEventListener('keydown', (e) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
    if ((e.key === '/' && !typing) || (e.key === 'k' && (e.ctrlKey || e.metaKey))) {
      e.preventDefault();
      openMenu();
      search.focus();
      search.select();
    } else if (e.key === 'Escape' && side.classList.contains('open')) closeMenu();
    if (!side.contains(e.target)) return;
    const links = [...list.querySelectorAll('a')].filter((a) => a.offsetParent);
    const at = links.indexOf(document.activeElement);
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      const next = e.key === 'ArrowDown' ? at + 1 : at - 1;
      e.preventDefault();
      (next < 0 ? search : links[Math.min(next, links.length - 1)])?.focus();
    } else if (e.key === 'Enter' && e.target === search && links[0]) links[0].click();
    else if (e.key === 'Escape' && e.target === search && search.value) {
      search.value = '';
      drawFound();
    }
  });
  menu.addEventListener('click', () => (side.classList.contains('open') ? closeMenu() : openMenu()));
}

function openMenu() {
  side.classList.add('open');
  menu.setAttribute('aria-expanded', 'true');
}

function closeMenu() {
  side.classList.remove('open');
  menu.setAttribute('aria-expanded', 'false');
}

function theme() {
  const root = document.documentElement;
  const stored = (value) => { try { return value === undefined ? localStorage.getItem('docs-theme') : localStorage.setItem('docs-theme', value); } catch { return null; } };
  if (stored()) root.dataset.theme = stored();
  $('theme').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    stored(root.dataset.theme);
  });
}
