import {h, replace, code, copyButton} from './dom.js';
import {blocks, inline} from './markdown.js';
import {tree, typeOf, limits, values} from './schema.js';
import {session} from './session.js';

// What was typed into a path's or a key's field is offered again by the next operation.
const typed = new Map();

const writes = (o) => o.method !== 'get';

export function methodPill(o) {
  return h('span', {class: 'method ' + o.method}, o.method.toUpperCase());
}

// access says who may call an operation.
function access(api, o) {
  if (o.op['x-api-key'] !== undefined) return 'API key in the address';
  const security = o.op.security ?? api.doc.security ?? [];
  if (!security.length) return 'open to everybody';
  return security.some((s) => 'Basic' in s) && security.length === 1 ? 'HTTP Basic' : 'session';
}

// show draws an operation into the node.
export function show(api, node, o, link) {
  const form = new Request(api, o);
  replace(node,
    h('article', {class: 'operation'},
      h('p', {class: 'crumb'}, h('a', {href: '#/tag/' + encodeURIComponent(o.tag)}, o.tag)),
      h('h1', {tabindex: '-1'}, o.summary),
      h('p', {class: 'call'}, methodPill(o), h('code', null, o.path), copyButton(() => o.path)),
      h('p', {class: 'facts'}, h('span', {class: 'tagged'}, access(api, o)), o.deprecated ? h('span', {class: 'tagged warn'}, 'deprecated') : null, h('a', {class: 'tagged', href: '#' + o.id, title: 'Address of this operation'}, '#' + o.id)),
      h('div', {class: 'text'}, blocks(o.description, {link, heading: 2})),
      h('div', {class: 'columns'},
        h('div', {class: 'describe'}, parameters(api, o), body(api, o), responses(api, o)),
        h('div', {class: 'try'}, form.node))));
}

const order = {path: 0, query: 1, header: 2, cookie: 3};
const sorted = (o) => [...o.parameters].sort((a, b) => order[a.in] - order[b.in] || !!b.required - !!a.required);

function parameters(api, o) {
  if (!o.parameters.length) return null;
  return h('section', null, h('h2', null, 'Parameters'), h('ul', {class: 'tree'}, sorted(o).map((p) => {
    const rules = limits(api, p.schema ?? {});
    return h('li', null,
      h('div', null, h('code', {class: 'prop'}, p.name), ' ', h('span', {class: 'type'}, typeOf(api, p.schema ?? {})), h('span', {class: 'type'}, p.in), p.required ? h('span', {class: 'must'}, 'required') : null),
      p.description ? h('div', {class: 'about'}, inline(p.description)) : null,
      values(api, p.schema ?? {}),
      rules.length ? h('div', {class: 'limits'}, rules.join(' · ')) : null);
  })));
}

function body(api, o) {
  const kinds = api.body(o);
  if (!kinds.length) return null;
  const about = api.resolve(o.op.requestBody).description;
  return h('section', null, h('h2', null, 'Body'),
    h('p', {class: 'about'}, kinds.map((k) => k.type).join(', '), about ? [' · ', inline(about)] : null),
    kinds[0].media.schema ? tree(api, kinds[0].media.schema, {request: true}) : null);
}

function responses(api, o) {
  const all = Object.entries(o.op.responses ?? {}).map(([status, r]) => [status, api.resolve(r)]);
  const good = all.filter(([s]) => s < '4');
  const bad = all.filter(([s]) => s >= '4');
  return h('section', null, h('h2', null, 'Answer'),
    good.map(([status, r]) => {
      const [type, media] = Object.entries(r.content ?? {})[0] ?? [];
      const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
      return h('div', {class: 'answer'},
        h('p', null, h('span', {class: 'status good'}, status), ' ', inline(r.description ?? ''), ' ', h('span', {class: 'type'}, Object.keys(r.content ?? {}).join(', '))),
        example !== undefined ? h('details', null, h('summary', null, 'Example'), code(typeof example === 'string' ? example : JSON.stringify(example, null, 2), 'json')) : null,
        media?.schema && /json|xml/.test(type) ? tree(api, media.schema) : null);
    }),
    bad.length ? h('details', {class: 'bad'}, h('summary', null, 'Refusals: ', bad.map(([s]) => (s === 'default' ? 'others' : s)).join(', ')),
      h('table', null, h('tbody', null, bad.map(([status, r]) => h('tr', null, h('td', null, h('span', {class: 'status bad'}, status === 'default' ? 'others' : status)), h('td', null, inline(r.description ?? ''))))))) : null);
}

// Request is the form that sends an operation.
class Request {
  constructor(api, o) {
    this.api = api;
    this.o = o;
    this.fields = [];
    this.kinds = api.body(o);
    this.kind = this.kinds[0];
    this.result = h('div', {class: 'result', 'aria-live': 'polite'});
    this.curl = h('div');
    this.bodyBox = h('div');
    const headers = o.parameters.filter((p) => p.in === 'header');
    this.node = h('form', {submit: (e) => { e.preventDefault(); this.send(); }, input: () => this.drawCurl()},
      h('h2', null, 'Try it'),
      sorted(o).filter((p) => p.in === 'path' || p.in === 'query').map((p) => this.#field(p)),
      headers.length ? h('details', {class: 'headers'}, h('summary', null, 'Headers'), headers.map((p) => this.#field(p))) : null,
      this.#accept(),
      this.kinds.length ? [this.#kindSelect(), this.bodyBox] : null,
      h('div', {class: 'send'},
        h('button', {class: o.method === 'delete' ? 'main danger' : 'main', id: 'send'}, 'Send ' + o.method.toUpperCase()),
        writes(o) ? h('span', {class: 'hint'}, 'changes real data') : null),
      this.curl, this.result);
    this.#drawBody();
    this.drawCurl();
  }

  #field(p) {
    const shared = p.in === 'path' && (p.name === 'token' || p.name.startsWith('id')) ? p.name + '|' + (p.name === 'token' ? '' : this.o.path.split('/').slice(0, 4).join('/')) : null;
    const s = this.api.resolve(p.schema);
    const begin = (shared && typed.get(shared)) || (p.required || p.in === 'path' ? this.api.parameterExample(p) : '');
    const choices = s.enum ?? (s.type === 'boolean' ? ['true', 'false'] : null);
    const input = choices
      ? h('select', {name: p.name}, p.required ? null : h('option', {value: ''}, ''), choices.map((v) => h('option', {value: v, selected: String(v) === begin}, String(v))))
      : h('input', {name: p.name, value: begin, placeholder: this.api.parameterExample(p) || typeOf(this.api, p.schema ?? {}), required: p.required, autocomplete: 'off', spellcheck: 'false'});
    input.addEventListener('change', () => { if (shared) typed.set(shared, input.value); });
    this.fields.push({p, input});
    return h('label', {class: p.required ? '' : 'optional'}, h('span', null, p.name, p.required ? h('span', {class: 'must'}, 'required') : null), input);
  }

  #accept() {
    const good = Object.entries(this.o.op.responses ?? {}).find(([s]) => s < '3');
    const types = Object.keys(this.api.resolve(good?.[1]).content ?? {});
    if (types.length < 2) return null;
    this.acceptSelect = h('select', {name: 'Accept'}, types.map((t) => h('option', null, t)));
    return h('label', null, h('span', null, 'Accept'), this.acceptSelect);
  }

  #kindSelect() {
    if (this.kinds.length < 2) return null;
    return h('label', null, h('span', null, 'Content-Type'), h('select', {
      name: 'Content-Type', change: (e) => { this.kind = this.kinds[e.target.selectedIndex]; this.#drawBody(); this.drawCurl(); },
    }, this.kinds.map((k) => h('option', null, k.type))));
  }

  #drawBody() {
    if (!this.kind) return;
    if (this.kind.type === 'multipart/form-data') return this.#drawForm();
    if (/octet-stream|ms-excel/.test(this.kind.type)) {
      this.file = h('input', {type: 'file', name: 'body'});
      this.text = null;
      return replace(this.bodyBox, h('label', null, h('span', null, 'File'), this.file));
    }
    this.file = null;
    const write = (v) => v === undefined ? '' : typeof v === 'string' && !/json/.test(this.kind.type) ? v : JSON.stringify(v, null, 2);
    const first = write(this.kind.examples[0]?.value);
    this.text = h('textarea', {name: 'body', rows: Math.min(24, Math.max(5, first.split('\n').length + 1)), spellcheck: 'false', 'aria-label': 'Body'});
    this.text.value = first;
    const choose = this.kind.examples.length > 1 && h('select', {
      'aria-label': 'Example', change: (e) => { this.text.value = write(this.kind.examples[e.target.selectedIndex].value); this.drawCurl(); },
    }, this.kind.examples.map((e) => h('option', null, e.name)));
    replace(this.bodyBox, h('label', null, h('span', null, 'Body', this.kind.examples[0]?.made ? h('span', {class: 'type'}, 'made from the schema') : null), choose || null, this.text));
  }

  #drawForm() {
    this.text = this.file = null;
    const schema = this.api.resolve(this.kind.media.schema);
    this.parts = Object.entries(schema.properties ?? {}).filter(([, p]) => !this.api.resolve(p).readOnly).map(([name, p]) => {
      const s = this.api.resolve(p);
      const binary = s.format === 'binary' || (s.type === 'array' && this.api.resolve(s.items).format === 'binary');
      return {name, input: h('input', binary ? {type: 'file', name, multiple: s.type === 'array'} : {name, autocomplete: 'off', placeholder: typeOf(this.api, p)})};
    });
    replace(this.bodyBox, this.parts.map(({name, input}) => h('label', {class: 'optional'}, h('span', null, name), input)));
  }

  // build gives the address, headers and body of the request as the fields are now.
  build() {
    let path = this.o.path;
    const query = new URLSearchParams();
    const headers = {};
    for (const {p, input} of this.fields) {
      const v = input.value;
      if (p.in === 'path') path = path.replace('{' + p.name + '}', encodeURIComponent(v));
      else if (v === '') continue;
      else if (p.in === 'query') query.append(p.name, v);
      else headers[p.name] = v;
    }
    if (this.acceptSelect && this.acceptSelect.selectedIndex > 0) headers.Accept = this.acceptSelect.value;
    let data;
    if (this.text && this.text.value.trim()) {
      headers['Content-Type'] = this.kind.type;
      data = this.text.value;
    } else if (this.file?.files[0]) {
      headers['Content-Type'] = this.kind.type;
      data = this.file.files[0];
    } else if (this.kind?.type === 'multipart/form-data') {
      data = new FormData();
      for (const {name, input} of this.parts) {
        if (input.type === 'file') [...input.files].forEach((f) => data.append(name, f));
        else if (input.value !== '') data.append(name, input.value);
      }
    }
    return {address: path + (query.size ? '?' + query : ''), headers, data};
  }

  drawCurl() {
    const {address, headers, data} = this.build();
    const quote = (s) => "'" + s.replaceAll("'", "'\\''") + "'";
    const parts = ['curl' + (this.o.method === 'get' ? '' : ' -X ' + this.o.method.toUpperCase())];
    if (access(this.api, this.o) === 'session') parts.push('-H "Authorization: Token $TOKEN"');
    for (const [k, v] of Object.entries(headers)) parts.push('-H ' + quote(k + ': ' + v));
    if (typeof data === 'string') parts.push('-d ' + quote(data));
    if (data instanceof File) parts.push('--data-binary @' + quote(data.name));
    if (data instanceof FormData) for (const [k, v] of data) parts.push('-F ' + quote(k + '=' + (v instanceof File ? '@' + v.name : v)));
    const open = this.curl.querySelector('details')?.open;
    replace(this.curl, h('details', {open}, h('summary', null, 'As curl'), code([...parts, quote(location.origin + address)].join(' \\\n  '))));
  }

  async send() {
    const {address, headers, data} = this.build();
    const as = session.request();
    const needs = access(this.api, this.o) === 'session';
    const started = performance.now();
    replace(this.result, h('p', {class: 'hint'}, 'Sending…'));
    let res;
    try {
      res = await fetch(address, {method: this.o.method.toUpperCase(), headers: {...headers, ...(needs ? as.headers : {})}, credentials: needs ? as.credentials : 'same-origin', body: data});
      const blob = await res.blob();
      await this.#answer(res, blob, performance.now() - started);
    } catch (e) {
      replace(this.result, h('p', {class: 'said'}, 'No answer: ' + e.message));
    }
  }

  async #answer(res, blob, took) {
    const type = res.headers.get('Content-Type') ?? '';
    const size = blob.size < 10_000 ? blob.size + ' bytes' : Math.round(blob.size / 1000).toLocaleString('en') + ' kB';
    const shown = [];
    if (/json/.test(type) && blob.size < 5_000_000) {
      const text = await blob.text();
      let pretty = text;
      try { pretty = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it came */ }
      shown.push(code(pretty.length > 300_000 ? pretty.slice(0, 300_000) + '\n… cut here' : pretty, 'json'));
    } else if (/^image\//.test(type)) {
      shown.push(h('img', {src: URL.createObjectURL(blob), alt: 'The picture that was answered'}));
    } else if (/text|xml/.test(type)) {
      shown.push(code((await blob.text()).slice(0, 300_000)));
    }
    if (blob.size && !/json/.test(type)) {
      const name = /filename="?([^";]+)/.exec(res.headers.get('Content-Disposition') ?? '')?.[1] ?? 'answer';
      shown.push(h('p', null, h('a', {href: URL.createObjectURL(blob), download: name}, 'Save ' + name)));
    }
    const lines = [...res.headers].map(([k, v]) => k + ': ' + v).join('\n');
    replace(this.result,
      h('p', {class: 'line'}, h('span', {class: 'status ' + (res.ok ? 'good' : 'bad')}, String(res.status)), ' ', `${Math.round(took)} ms · ${size}`),
      res.status === 401 && access(this.api, this.o) === 'session' && !session.user ? h('p', {class: 'said'}, 'Sign in at the top of the page first.') : null,
      shown, h('details', null, h('summary', null, 'Headers'), code(lines)));
  }
}
