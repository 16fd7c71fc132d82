package main

import (
	"log"
	"net/http"
	"time"
)

const version = "0.8.1"

var retries = 3

func main() {
	log.Println("starting", version)
	http.HandleFunc("/health", health)
	http.HandleFunc("/quotes", quotes)
	srv := &http.Server{Addr: ":8080", ReadTimeout: 5 * time.Second}
	log.Fatal(srv.ListenAndServe())
}

// health is called by the load balancer
func health(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("ok"))
}

// TODO cache the quotes for a minute
func quotes(w http.ResponseWriter, r *http.Request) {
	log.Println("quotes called")
	w.Write([]byte("[]"))
}
