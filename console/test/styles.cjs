// Stands for every style sheet: no test reads a class.
module.exports = {};
