CREATE TABLE quotes (id INTEGER PRIMARY KEY, symbol VARCHAR(8), price NUMERIC(10,2), at TIMESTAMP);
CREATE TABLE users (id INTEGER PRIMARY KEY, email VARCHAR(80) NOT NULL, plan VARCHAR(10));
CREATE INDEX idx_symbol ON quotes (symbol);
CREATE INDEX idx_email ON users (email);
INSERT INTO users VALUES (1, 'admin@quotely.example', 'pro');
