package roominghttp

// ReadEntries lets a test send what no server would let through.
var ReadEntries = readEntries
