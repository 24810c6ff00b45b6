// Package widget shows a property on the hotel's own site: published facts and photos,
// and which rooms are free when, drawn by a script that the hotel puts on its pages.
//
// Its one rule: a widget tells nothing that is not published, of a day only whether a
// room is open, on request or closed, and only to pages whose host an API key of the
// account has on its whitelist.
package widget
