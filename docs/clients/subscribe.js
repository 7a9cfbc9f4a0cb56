#!/usr/bin/env node
// Prints a line for each arrival and departure.  Usage: subscribe.js [SOCKET]
const net = require('net')
const readline = require('readline')

const daemon = net.connect(process.argv[2] || '/run/placed/placed.sock')
daemon.write(JSON.stringify({
  jsonrpc: '2.0', id: 1, method: 'subscribe', params: { events: ['arrived', 'departed'] }
}) + '\n')
readline.createInterface({ input: daemon }).on('line', line => {
  const { method, params } = JSON.parse(line)
  if (method) console.log([params.time, method, params.visit.place?.name ?? 'somewhere'].join('\t'))
})
