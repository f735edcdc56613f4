// Makes a program that writes into a pipe believe that a terminal without colours shows what it prints.
Object.assign(process.stdout, { isTTY: true, hasColors: () => false });
