'use strict';
// boardgame.io's own server with its in-memory store: PORT=8000 node boardgame_io_server.cjs
const { Server } = require('boardgame.io/server');
const { Trick } = require('./boardgame_io_game.cjs');
const port = Number(process.env.PORT);
process.on('unhandledRejection', (error) => console.error(error));
Server({ games: [Trick], origins: ['http://localhost:3000'] }).run(port, () => console.log('READY'));
