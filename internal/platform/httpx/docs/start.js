// Draws the API page. Requests go out as the signed-in browser, or with the
// token entered under "Authorize" (write "Token " in front of it).
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
