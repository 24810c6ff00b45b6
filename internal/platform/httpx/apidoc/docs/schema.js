import {h} from './dom.js';
import {inline} from './markdown.js';

// typeOf is a schema's type in a few words.
export function typeOf(api, schema) {
  const s = api.resolve(schema);
  const choices = s.oneOf ?? s.anyOf;
  if (choices) return [...new Set(choices.map((c) => typeOf(api, c)))].join(' or ');
  if (s.allOf) return 'object';
  if (s.const !== undefined) return JSON.stringify(s.const);
  const types = [s.type ?? (s.properties ? 'object' : 'any')].flat();
  return types.map((t) => {
    if (t === 'array') return 'list of ' + typeOf(api, s.items ?? {});
    if (t === 'string' && s.format) return {binary: 'file'}[s.format] ?? s.format;
    if (t === 'object' && s.additionalProperties && typeof s.additionalProperties === 'object') return 'map of ' + typeOf(api, s.additionalProperties);
    return t;
  }).join(' or ');
}

// limits are the rules of a schema, as short texts.
export function limits(api, schema) {
  let s = api.resolve(schema);
  if (s.type === 'array' && s.items) s = {...api.resolve(s.items), minItems: s.minItems, maxItems: s.maxItems};
  const out = [];
  const say = (text, value) => { if (value !== undefined) out.push(text + ' ' + value); };
  say('at least', s.minimum);
  say('more than', s.exclusiveMinimum);
  say('at most', s.maximum);
  say('at least characters:', s.minLength || undefined);
  say('characters at most:', s.maxLength);
  say('items at least:', s.minItems || undefined);
  say('items at most:', s.maxItems);
  say('pattern', s.pattern);
  say('default', s.default === undefined ? undefined : JSON.stringify(s.default));
  return out;
}

// objectOf finds the schema whose properties are to be shown: through lists and choices.
function objectOf(api, schema, depth = 0) {
  const s = api.resolve(schema);
  if (depth > 6) return null;
  if (s.properties) return s;
  if (s.allOf) return {properties: Object.assign({}, ...s.allOf.map((x) => objectOf(api, x, depth + 1)?.properties ?? {})), required: s.allOf.flatMap((x) => api.resolve(x).required ?? [])};
  if (s.items) return objectOf(api, s.items, depth + 1);
  if (s.additionalProperties && typeof s.additionalProperties === 'object') return objectOf(api, s.additionalProperties, depth + 1);
  for (const c of s.oneOf ?? s.anyOf ?? []) {
    const found = objectOf(api, c, depth + 1);
    if (found) return found;
  }
  return null;
}

// tree shows the properties of a schema. What is inside a property is drawn when it is
// opened: schemas can hold themselves. Requests leave out what only answers have.
export function tree(api, schema, {request = false} = {}) {
  const s = objectOf(api, schema);
  if (!s) return h('p', {class: 'hint'}, typeOf(api, schema));
  const must = new Set(s.required ?? []);
  const rows = Object.entries(s.properties).filter(([, p]) => !(request && api.resolve(p).readOnly));
  if (!rows.length) return h('p', {class: 'hint'}, 'No properties of its own.');
  rows.sort((a, b) => (must.has(b[0]) && request ? 1 : 0) - (must.has(a[0]) && request ? 1 : 0));
  return h('ul', {class: 'tree'}, rows.map(([name, p]) => property(api, name, p, request && must.has(name), {request})));
}

function property(api, name, schema, required, options) {
  const s = api.resolve(schema);
  const inner = objectOf(api, schema);
  const head = [
    h('code', {class: 'prop'}, name), ' ', h('span', {class: 'type'}, typeOf(api, schema)),
    required ? h('span', {class: 'must'}, 'required') : null,
    s.deprecated ? h('span', {class: 'tagged'}, 'deprecated') : null,
  ];
  const text = [
    s.description ? h('div', {class: 'about'}, inline(s.description)) : null,
    values(api, schema),
    limits(api, schema).length ? h('div', {class: 'limits'}, limits(api, schema).join(' · ')) : null,
  ];
  if (!inner || !Object.keys(inner.properties).length) return h('li', null, h('div', null, head), text);
  const details = h('details', {
    toggle: () => { if (details.open && details.children.length === 1) details.append(tree(api, schema, options)); },
  }, h('summary', null, head));
  return h('li', null, details, text);
}

function values(api, schema) {
  let s = api.resolve(schema);
  if (s.type === 'array' && s.items) s = api.resolve(s.items);
  const list = s.enum ?? (s.anyOf ?? s.oneOf ?? []).flatMap((c) => api.resolve(c).enum ?? []);
  return list.length ? h('div', {class: 'values'}, list.map((v) => h('code', null, v === null ? 'null' : String(v)))) : null;
}

export {values};
